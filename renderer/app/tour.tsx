import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { COLUMN_TOGGLE } from '../ui/columns.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { onResize, useNarrow } from '../ui/narrow.ts'
import { Notice } from '../ui/notice.tsx'
import { Popover } from '../ui/popover.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { useTextScale } from '../ui/text-scale.ts'
import { benchById } from './bench.ts'
import {
  finish,
  goTo,
  type Guide,
  leave,
  leaveStory,
  noteDone,
  resumeGuide,
  type Step,
  type StoryStep,
  useDone,
  useGuide,
} from './guide.ts'
import { useRoute } from './route.ts'
import styles from './app.module.css'

/** Milliseconds to wait for a control to appear; the bench may still be loading data. */
const MAX_WAIT_MS = 1500

/** Milliseconds after which a step without its control is shown at the bench's title, and moves from there. */
const AT_TITLE_MS = 200

/** Poll interval in milliseconds for whether a step was done, and whether its control is still there. */
const POLL_INTERVAL_MS = 250

/** Milliseconds a bench may take to create what its tour points at, such as a sandbox. */
const MAX_SCENE_MS = 30_000

/** The button that opens a side column, while that is closed. */
const CLOSED_COLUMN = `${COLUMN_TOGGLE}[aria-pressed="false"]`

/** Opens the panel of a tab, so that what the step says of it can be seen. Tabs open on press, before a click. */
function showPanelOf(target: Element): void {
  if (target.matches('[role="tab"][aria-selected="false"]'))
    target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
}

/** The panel of a tab: a step explains what it shows, so the card stands in it and not over its beginning. */
function panelOf(target: Element): Element | undefined {
  if (!target.matches('[role="tab"]')) return undefined
  let around: Element | null = target
  while (around && !around.querySelector('[role="tabpanel"]')) around = around.parentElement
  const panel = around?.querySelector('[role="tabpanel"]') ?? undefined
  return panel?.checkVisibility() ? panel : undefined
}

/**
 * The control of a step: the first that can be seen, or the button of its column. A story's bar stands beside an open
 * drawer as well, which is not inside of the bench.
 */
function controlOf(
  { bench, target, column }: Pick<Step, 'bench' | 'target' | 'column'>,
  inDrawers: boolean,
): { place: HTMLElement | null; all: readonly Element[]; found: Element | null | undefined } {
  const place = document.getElementById(`bench-${bench}`)
  const all = [...(place?.querySelectorAll(target) ?? [])]
  const drawn = inDrawers ? document.querySelectorAll(`[role="dialog"] ${target}`) : []
  const closed = column ? place?.querySelector(`${CLOSED_COLUMN}[data-side="${column}"]`) : undefined
  return { place, all, found: [...all, ...drawn].find((one) => one.checkVisibility()) ?? closed }
}

/**
 * The element of a step; the bench's title if it is not visible. If nothing open has the control, the bench
 * opens something and the step moves to the control once it exists.
 */
function useTarget(step: Step | undefined): Element | undefined {
  const { bench, target: selector, column } = step ?? {}
  const opensItself = step?.open !== undefined
  const [target, setTarget] = useState<Element>()
  useEffect(() => {
    setTarget(undefined)
    if (bench === undefined || selector === undefined) return undefined
    let began: number | undefined
    let watch: ReturnType<typeof setTimeout> | undefined
    const scene = opensItself ? undefined : benchById(bench)?.tourScene
    let frame = 0
    let late = false
    const poll = (): void => {
      const { place, all, found } = controlOf({ bench, target: selector, column }, opensItself)
      const title = place?.querySelector('h1')
      // The bench itself may still be loading.
      if (title) began ??= performance.now()
      const waited = began === undefined ? 0 : performance.now() - began
      if (found) {
        setTarget(found)
        // A drawer that is opened or closed brings and takes its controls.
        if (opensItself) watch = setTimeout(poll, POLL_INTERVAL_MS)
        else showPanelOf(found)
        return
      }
      if (waited > AT_TITLE_MS) setTarget(title ?? undefined)
      if (waited > MAX_WAIT_MS && !late) {
        late = true
        // A control that is only hidden needs no scene.
        if (all.length === 0) void scene?.()
      }
      const awaits = (scene !== undefined || opensItself) && all.length === 0
      if (waited < (awaits ? MAX_SCENE_MS : MAX_WAIT_MS + 1)) frame = requestAnimationFrame(poll)
    }
    poll()
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(watch)
    }
  }, [bench, selector, column, opensItself])
  return target
}

/** Whether the bench shows, or has shown, the result of a step. */
function useSeen(step: Step | undefined): boolean {
  const seen = useDone(({ done }) => step !== undefined && done.has(step))
  useEffect(() => {
    if (step?.open === undefined || seen) return undefined
    const { selector, text } = step.seen
    const poll = (): void => {
      const all = document.getElementById(`bench-${step.bench}`)?.querySelectorAll(selector) ?? []
      if ([...all].some((one) => one.checkVisibility() && text.test(one.textContent))) noteDone(step)
    }
    poll()
    const timer = setInterval(poll, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [step, seen])
  return seen
}

/** Outlines the control that a step is about. */
function usePointedOut(target: Element | undefined): void {
  useEffect(() => {
    target?.setAttribute('data-pointed', '')
    return () => target?.removeAttribute('data-pointed')
  }, [target])
}

/**
 * The current step: of a tour beside the control it explains, of a story in a bar below the bench, which
 * covers nothing. Hidden while another bench is active.
 */
export function Tour() {
  const { guide, step } = useGuide()
  useEffect(resumeGuide, [])
  const front = useRoute((state) => state.bench)
  const wanted = guide?.steps[Math.min(step, guide.steps.length - 1)]
  const current = wanted?.bench === front ? wanted : undefined
  const target = useTarget(current)
  usePointedOut(target)
  if (guide === undefined || current === undefined) return null
  if (current.open !== undefined)
    return <StoryBar guide={guide} place={step} step={current} target={target} />
  return target ? (
    <TourCard key={current.title} guide={guide} place={step} step={current} target={target} />
  ) : null
}

interface StepProps<S extends Step> {
  readonly guide: Guide
  /** Index of the step. */
  readonly place: number
  readonly step: S
  readonly target: Element | undefined
}

/** Room in px, at the default text size, that a card takes at the left of a tab; its panel stays in view. */
const CARD_PX = 680

function TourCard({ guide, place, step, target }: StepProps<Step>) {
  const t = useText()
  const panel = target && panelOf(target)
  const room = CARD_PX * useTextScale()
  const isBeside = panel !== undefined && target !== undefined && target.getBoundingClientRect().left > room
  return (
    <Popover
      label={t('app.tour')}
      target={isBeside ? target : (panel ?? target)}
      inside={panel !== undefined && !isBeside}
      side={isBeside ? 'left' : undefined}
      open
      onOpenChange={leave}
    >
      <Text as="h2">{t(step.title)}</Text>
      <p>{t(step.text)}</p>
      <ClosedHint step={step} target={target} />
      <Steps guide={guide} place={place} done />
    </Popover>
  )
}

/** Page height in px, at the default text size, below which a story begins with its titles only. */
const LOW_PX = 520

/** Whether the page is so low that a story's texts would leave little of the bench. */
function useLow(): boolean {
  const scale = useTextScale()
  return useSyncExternalStore(onResize, () => window.innerHeight < LOW_PX * scale)
}

function StoryBar({ guide, place, step, target }: StepProps<StoryStep>) {
  const t = useText()
  const seen = useSeen(step)
  const low = useLow()
  const [chosen, setChosen] = useState<{ readonly step: Step; readonly folded: boolean }>()
  const folded = chosen?.step === step ? chosen.folded : low
  return (
    <aside className={styles['story']} aria-label={t('app.story')}>
      <Stack gap={1} style={{ flex: folded ? '1 1 auto' : '1 1 24rem' }} aria-live="polite">
        <Stack row gap={2}>
          <Text as="h2">{t(step.title, step.values)}</Text>
          {seen ? (
            <Badge tone="good">
              <Check size={12} aria-hidden /> {t('app.story.seen')}
            </Badge>
          ) : null}
          <IconButton
            label={t(folded ? 'app.story.unfold' : 'app.story.fold')}
            icon={folded ? ChevronUp : ChevronDown}
            aria-expanded={!folded}
            onClick={() => setChosen({ step, folded: !folded })}
          />
        </Stack>
        {folded ? null : (
          <>
            <p>{t(step.text, step.values)}</p>
            {step.code === undefined ? null : (
              <Stack row gap={2} align="center">
                <Text as="code">{step.code}</Text>
                <CopyButton text={step.code} />
              </Stack>
            )}
            <ClosedHint step={step} target={target} />
          </>
        )}
        <div role="status">
          {seen && !(folded && low) ? <Notice tone="good">{t(step.found, step.values)}</Notice> : null}
        </div>
      </Stack>
      <Steps guide={guide} place={place} done={seen} short={folded && low} />
    </aside>
  )
}

/** Says that the control is in a side column that is closed. Where columns are drawers it keeps its line, so that nothing moves. */
function ClosedHint({ step, target }: Pick<StepProps<Step>, 'step' | 'target'>) {
  const t = useText()
  const narrow = useNarrow()
  const closed = target?.matches(CLOSED_COLUMN) ?? false
  if (!step.column || !(closed || narrow)) return null
  return (
    <Text as="p" tone="quiet" small style={{ visibility: closed ? 'visible' : 'hidden' }}>
      {t('app.tour.closed')}
    </Text>
  )
}

interface StepsProps extends Pick<StepProps<Step>, 'guide' | 'place'> {
  /** Whether there is nothing left to do: otherwise to go on is to skip the step. */
  readonly done: boolean
  /** Leaves out what the main button says as well. */
  readonly short?: boolean
}

/** The button that goes on says “Done” only of what was done. */
const NEXT = {
  other: { done: 'app.tour.next', undone: 'app.story.skip' },
  last: { done: 'app.tour.done', undone: 'app.story.skipLast' },
} as const

function Steps({ guide, place, done, short = false }: StepsProps) {
  const t = useText()
  const last = place >= guide.steps.length - 1
  const story = guide.steps[0]?.open !== undefined
  return (
    <Stack row gap={2}>
      <Text tone="quiet" small>
        {t('app.tour.step', { step: place + 1, of: guide.steps.length })}
        {done || short ? '' : ` · ${t('app.story.unseen')}`}
      </Text>
      <Stack row grow gap={2} justify="end">
        <Button tone="quiet" onClick={story ? () => leaveStory(guide, done ? place + 1 : place) : leave}>
          {t(story ? 'app.story.leave' : 'app.tour.leave')}
        </Button>
        {place > 0 ? <Button onClick={() => void goTo(guide, place - 1)}>{t('app.tour.back')}</Button> : null}
        <Button
          tone={done ? 'primary' : 'plain'}
          onClick={() => (last ? finish(guide) : void goTo(guide, place + 1))}
        >
          {t(NEXT[last ? 'last' : 'other'][done ? 'done' : 'undone'])}
        </Button>
      </Stack>
    </Stack>
  )
}
