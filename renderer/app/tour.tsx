import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { type MessageKey, useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { COLUMN_TOGGLE } from '../ui/columns.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Popover } from '../ui/popover.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { benchById, type TourStep } from './bench.ts'
import { openBench, useRoute } from './route.ts'

/** A step of a guided story: an action at the real controls, possibly across benches. */
export interface StoryStep extends TourStep {
  readonly bench: string
  /** Opens the bench and whatever the step is about. */
  open(): Promise<unknown>
  /**
   * Places the popover above the end of this element, where it covers nothing relevant; in the corner by
   * default.
   */
  readonly above?: string
  /** What to type, shown below the text and copied with one click. */
  readonly code?: string
  /** Values for the placeholders of its message. */
  readonly values?: Readonly<Record<string, string | number>>
  /** What the bench shows once the step is done: an element with this text. */
  readonly seen: { readonly selector: string; readonly text: RegExp }
  /** Message that explains the result. */
  readonly found: MessageKey
}

type Step =
  (TourStep & { readonly bench: string; readonly open?: undefined; readonly values?: undefined }) | StoryStep

interface Guide {
  /** Id of a bench, or of a story. */
  readonly id: string
  readonly steps: readonly Step[]
}

/** The running tour or story. */
const useTour = create<{ readonly guide: Guide | undefined; readonly step: number }>(() => ({
  guide: undefined,
  step: 0,
}))

/** localStorage key of a tour's progress, so that it can be resumed. */
const noteOf = (id: string): string => `orrery-tour-${id}`

/** The step to resume at; 0 if the tour was not started or was finished. */
export const savedStep = (id: string): number => Number(localStorage.getItem(noteOf(id)) ?? 0)

/** Opens a bench and explains its controls one by one, from where the user left off. */
export async function startTour(bench: string): Promise<void> {
  const steps = (benchById(bench)?.tour ?? []).map((step) => ({ ...step, bench }))
  // Set before opening: the tour shows itself once the bench is mounted, however long that takes.
  useTour.setState({ guide: { id: bench, steps }, step: savedStep(bench) })
  benchById(bench)?.tourStart?.()
  // A load error is shown in the bench's place.
  await openBench(bench).catch(leave)
}

/** Starts a story, or resumes it where the user left off. */
export async function startStory(id: string, steps: readonly StoryStep[]): Promise<void> {
  useTour.setState({ guide: { id, steps } })
  await goTo({ id, steps }, Math.min(savedStep(id), steps.length - 1))
}

async function goTo({ id, steps }: Guide, step: number): Promise<void> {
  localStorage.setItem(noteOf(id), String(step))
  useTour.setState({ step })
  await steps[step]?.open?.()
}

const leave = (): void => useTour.setState({ guide: undefined })

function finish({ id }: Guide): void {
  localStorage.removeItem(noteOf(id))
  leave()
}

/** Milliseconds to wait for a control to appear; the bench may still be loading data. */
const MAX_WAIT_MS = 1500

/** Milliseconds a bench may take to create what its tour points at, such as a sandbox. */
const MAX_SCENE_MS = 30_000

/** The button that opens a side column, while that is closed. */
const CLOSED_COLUMN = `${COLUMN_TOGGLE}[aria-pressed="false"]`

/** Opens the panel of a tab, so that what the step says of it can be seen. Tabs open on press, before a click. */
function showPanelOf(target: Element): void {
  if (target.matches('[role="tab"][aria-selected="false"]'))
    target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
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
    const scene = opensItself ? undefined : benchById(bench)?.tourScene
    let frame = 0
    let late = false
    const poll = (): void => {
      const place = document.getElementById(`bench-${bench}`)
      const title = place?.querySelector('h1')
      const all = [...(place?.querySelectorAll(selector) ?? [])]
      const closed = column ? place?.querySelector(`${CLOSED_COLUMN}[data-side="${column}"]`) : undefined
      const found = all.find((one) => one.checkVisibility()) ?? closed
      // The bench itself may still be loading.
      if (title) began ??= performance.now()
      const waited = began === undefined ? 0 : performance.now() - began
      if (found) {
        if (!opensItself) showPanelOf(found)
        return setTarget(found)
      }
      if (waited > MAX_WAIT_MS && !late) {
        late = true
        setTarget(title ?? undefined)
        // A control that is only hidden needs no scene.
        if (all.length === 0) void scene?.()
      }
      const awaits = (scene !== undefined || opensItself) && all.length === 0
      if (waited < (awaits ? MAX_SCENE_MS : MAX_WAIT_MS + 1)) frame = requestAnimationFrame(poll)
    }
    poll()
    return () => cancelAnimationFrame(frame)
  }, [bench, selector, column, opensItself])
  return target
}

/** Poll interval in milliseconds for whether a step was done. */
const POLL_INTERVAL_MS = 250

/** Whether the bench shows, or has shown, the result of a step. */
function useSeen(step: Step | undefined): boolean {
  const [seen, setSeen] = useState<Step>()
  useEffect(() => {
    if (step?.open === undefined || seen === step) return undefined
    const { selector, text } = step.seen
    const poll = (): void => {
      const all = document.getElementById(`bench-${step.bench}`)?.querySelectorAll(selector) ?? []
      if ([...all].some((one) => one.checkVisibility() && text.test(one.textContent))) setSeen(step)
    }
    poll()
    const timer = setInterval(poll, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [step, seen])
  return step !== undefined && seen === step
}

/**
 * The current step, beside the control it explains; for a story, in the corner, to leave room to work. Hidden
 * while another bench is active.
 */
export function Tour() {
  const t = useText()
  const { guide, step } = useTour()
  const front = useRoute((state) => state.bench)
  const wanted = guide?.steps[Math.min(step, guide.steps.length - 1)]
  const current = wanted?.bench === front ? wanted : undefined
  const target = useTarget(current)
  const seen = useSeen(current)
  // It lies over a part of the bench: folded, it leaves that free, until the next step.
  const [foldedStep, setFoldedStep] = useState<Step>()
  const folded = current !== undefined && foldedStep === current
  if (guide === undefined || current === undefined || target === undefined) return null
  const story = current.open !== undefined
  const last = step >= guide.steps.length - 1
  const next = last ? 'app.tour.done' : 'app.tour.next'
  const above =
    story && current.above ? document.querySelector(`#bench-${current.bench} ${current.above}`) : null
  const place = story ? (above ?? document.querySelector('main ~ footer') ?? undefined) : undefined
  return (
    <Popover
      key={current.title}
      label={t(story ? 'app.story' : 'app.tour')}
      target={target}
      place={place}
      // The panels it describes are on the right.
      align={above ? 'end' : 'start'}
      open
      onOpenChange={leave}
    >
      <Stack row gap={2} justify="space-between">
        <Text as="h2">{t(current.title, current.values)}</Text>
        {story ? (
          <IconButton
            label={t(folded ? 'app.story.unfold' : 'app.story.fold')}
            icon={folded ? ChevronUp : ChevronDown}
            aria-expanded={!folded}
            onClick={() => setFoldedStep(folded ? undefined : current)}
          />
        ) : null}
      </Stack>
      {folded ? null : <p>{t(current.text, current.values)}</p>}
      {story && !folded && current.code !== undefined ? (
        <Stack row gap={2} align="center">
          <Text as="code">{current.code}</Text>
          <CopyButton text={current.code} />
        </Stack>
      ) : null}
      {target.matches(CLOSED_COLUMN) && current.column ? (
        <Text as="p" tone="quiet" small>
          {t('app.tour.closed')}
        </Text>
      ) : null}
      {story ? (
        <div role="status">
          {seen ? <Notice tone="good">{t(current.found, current.values)}</Notice> : null}
        </div>
      ) : null}
      <Stack row gap={2}>
        <Text tone="quiet" small>
          {t('app.tour.step', { step: step + 1, of: guide.steps.length })}
        </Text>
        <Stack row grow gap={2} justify="end">
          <Button tone="quiet" onClick={leave}>
            {t(story ? 'app.story.leave' : 'app.tour.leave')}
          </Button>
          {step > 0 ? <Button onClick={() => void goTo(guide, step - 1)}>{t('app.tour.back')}</Button> : null}
          <Button
            tone={story && !seen ? undefined : 'primary'}
            onClick={() => (last ? finish(guide) : void goTo(guide, step + 1))}
          >
            {t(next)}
          </Button>
        </Stack>
      </Stack>
    </Popover>
  )
}
