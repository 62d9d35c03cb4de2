import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { type MessageKey, useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Popover } from '../ui/popover.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { benchById, type TourStep } from './bench.ts'
import { openBench, useRoute } from './route.ts'

/** A step of a story: something to do at the real controls, on one bench after the other. */
export interface StoryStep extends TourStep {
  readonly bench: string
  /** Brings the bench to the front with what the step is about. */
  open(): Promise<unknown>
  /** Above the end of what it stands, where it covers nothing that one looks at; in the corner, where nothing says. */
  readonly above?: string
  /** What fills its words. */
  readonly values?: Readonly<Record<string, string | number>>
  /** What the bench shows once it was done, in an element with this text. */
  readonly seen: { readonly selector: string; readonly text: RegExp }
  /** What that tells. */
  readonly found: MessageKey
}

type Step =
  (TourStep & { readonly bench: string; readonly open?: undefined; readonly values?: undefined }) | StoryStep

interface Guide {
  /** A bench, or a story. */
  readonly id: string
  readonly steps: readonly Step[]
}

/** The tour or story that is under way. */
const useTour = create<{ readonly guide: Guide | undefined; readonly step: number }>(() => ({
  guide: undefined,
  step: 0,
}))

/** Where the browser notes how far a tour came, so that it goes on from there. */
const noteOf = (id: string): string => `orrery-tour-${id}`

/** The step with which a tour goes on; 0 where it was not begun, or was finished. */
export const stepNoted = (id: string): number => Number(localStorage.getItem(noteOf(id)) ?? 0)

/** Opens a bench and shows its controls one after the other, from where the person left off. */
export async function startTour(bench: string): Promise<void> {
  const steps = (benchById(bench)?.tour ?? []).map((step) => ({ ...step, bench }))
  // At once: it shows itself when the bench is there, however long that takes.
  useTour.setState({ guide: { id: bench, steps }, step: stepNoted(bench) })
  // What cannot be fetched is shown where the bench would be.
  await openBench(bench).catch(leave)
}

/** Begins a story, or goes on with it where the person left off. */
export async function startStory(id: string, steps: readonly StoryStep[]): Promise<void> {
  useTour.setState({ guide: { id, steps } })
  await goTo({ id, steps }, Math.min(stepNoted(id), steps.length - 1))
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

/** Milliseconds within which a control may come to be seen; a bench reads what it shows. */
const MAX_WAIT_MS = 1500

/** Milliseconds within which a bench makes what its tour points at, such as a sandbox. */
const MAX_SCENE_MS = 30_000

/**
 * The control of a step; the bench's title where it is not on the screen, such as in a closed drawer. Where nothing is open that
 * would have the control, the bench opens something, and the step moves to the control once it is there.
 */
function useTarget(step: Step | undefined): Element | undefined {
  const { bench, target: selector } = step ?? {}
  const opensItself = step?.open !== undefined
  const [target, setTarget] = useState<Element>()
  useEffect(() => {
    setTarget(undefined)
    if (bench === undefined || selector === undefined) return undefined
    let began: number | undefined
    const scene = opensItself ? undefined : benchById(bench)?.tourScene
    let frame = 0
    let late = false
    const look = (): void => {
      const place = document.getElementById(`bench-${bench}`)
      const title = place?.querySelector('h1')
      const all = [...(place?.querySelectorAll(selector) ?? [])]
      const found = all.find((one) => one.checkVisibility())
      // The bench itself may still be on its way.
      if (title) began ??= performance.now()
      const waited = began === undefined ? 0 : performance.now() - began
      if (found) return setTarget(found)
      if (waited > MAX_WAIT_MS && !late) {
        late = true
        setTarget(title ?? undefined)
        // What is only hidden needs no scene.
        if (all.length === 0) void scene?.()
      }
      const awaits = (scene !== undefined || opensItself) && all.length === 0
      if (waited < (awaits ? MAX_SCENE_MS : MAX_WAIT_MS + 1)) frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [bench, selector, opensItself])
  return target
}

/** Milliseconds between two looks whether a step was done. */
const LOOK_EVERY_MS = 250

/** Whether the bench shows, or has shown, what a step leads to. */
function useSeen(step: Step | undefined): boolean {
  const [seen, setSeen] = useState<Step>()
  useEffect(() => {
    if (step?.open === undefined || seen === step) return undefined
    const { selector, text } = step.seen
    const look = (): void => {
      const all = document.getElementById(`bench-${step.bench}`)?.querySelectorAll(selector) ?? []
      if ([...all].some((one) => one.checkVisibility() && text.test(one.textContent))) setSeen(step)
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [step, seen])
  return step !== undefined && seen === step
}

/**
 * The step of the tour under way, beside the control that it is about; of a story in the corner, where it leaves room to work. It
 * waits while another bench is in front.
 */
export function Tour() {
  const t = useText()
  const { guide, step } = useTour()
  const front = useRoute((state) => state.bench)
  const wanted = guide?.steps[Math.min(step, guide.steps.length - 1)]
  const current = wanted?.bench === front ? wanted : undefined
  const target = useTarget(current)
  const seen = useSeen(current)
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
      // The panels that it describes stand at the right.
      align={above ? 'end' : 'start'}
      open
      onOpenChange={leave}
    >
      <Text as="h2">{t(current.title, current.values)}</Text>
      <p>{t(current.text, current.values)}</p>
      {story && target.matches('h1') ? (
        <Text as="p" tone="quiet" small>
          {t('app.story.closed')}
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
