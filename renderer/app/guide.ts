import { z } from 'zod'
import { create } from 'zustand'
import type { Content } from '#shared/investigations/cell.ts'
import { type MessageKey, text } from '../i18n/text.ts'
import { benchById, type TourStep } from './bench.ts'
import { sendIntent } from './intents.ts'
import { openBench, useRoute } from './route.ts'
import { setSetting, useSettings } from './settings-store.ts'

declare module './bench.ts' {
  interface Intents {
    /** A story that ran when the page was reloaded. */
    'guide.resume': { readonly id: string; readonly step: number }
  }
}

/** A step of a guided story: an action at the real controls, possibly across benches. */
export interface StoryStep extends TourStep {
  readonly bench: string
  /** Opens the bench and whatever the step is about. */
  open(): Promise<unknown>
  /** What to type, shown below the text and copied with one click. */
  readonly code?: string
  /** Values for the placeholders of its message. */
  readonly values?: Readonly<Record<string, string | number>>
  /** What the bench shows once the step is done: an element with this text. */
  readonly seen: { readonly selector: string; readonly text: RegExp }
  /** Message that explains the result. */
  readonly found: MessageKey
  /** What an investigation keeps of the step, besides what was found; by default its code. */
  readonly kept?: Content
}

/** A story as cells of an investigation: what each step found, with the query or command that shows it. */
export const cellsOf = (steps: readonly StoryStep[]): Content[] =>
  steps.flatMap(({ title, found, values, code, kept }): Content[] => {
    const note: Content = { kind: 'note', text: `## ${text(title, values)}\n\n${text(found, values)}` }
    const shown = kept ?? (code === undefined ? undefined : { kind: 'command', text: code })
    return shown ? [note, shown] : [note]
  })

export type Step =
  (TourStep & { readonly bench: string; readonly open?: undefined; readonly values?: undefined }) | StoryStep

export interface Guide {
  /** Id of a bench, or of a story. */
  readonly id: string
  readonly steps: readonly Step[]
  /** What follows its last step. */
  readonly end?: () => Promise<void>
}

/** The running tour or story. */
export const useGuide = create<{ readonly guide: Guide | undefined; readonly step: number }>(() => ({
  guide: undefined,
  step: 0,
}))

/** The steps that were done: also where another bench was opened since, or what a step shows was closed. */
export const useDone = create<{ readonly done: ReadonlySet<Step> }>(() => ({ done: new Set() }))

export const noteDone = (step: Step): void =>
  useDone.setState(({ done }) => ({ done: new Set([...done, step]) }))

/** Name under which a tour's progress is kept with the settings: a page's own storage is lost with its port. */
const noteOf = (id: string): string => `app.tour.${id}`

/** The step to resume at; 0 if the tour was not started or was finished. */
export function savedStep(id: string, values = useSettings.getState().values): number {
  const step = values[noteOf(id)]
  return typeof step === 'number' && Number.isSafeInteger(step) && step > 0 ? step : 0
}

/** What is kept instead of a step once the last one was done. */
const FINISHED = 'finished'

/** Whether a tour or story was gone through to its end, and not begun again since. */
export const isFinished = (id: string, values: Readonly<Record<string, unknown>>): boolean =>
  values[noteOf(id)] === FINISHED

/** Keeps the progress; without it, the tour goes on all the same. */
function saveStep(id: string, step: number | typeof FINISHED | undefined): void {
  setSetting(noteOf(id), step).catch(() => undefined)
}

const tourOf = (bench: string): readonly Step[] =>
  (benchById(bench)?.tour ?? []).map((step) => ({ ...step, bench }))

/** Opens a bench and explains its controls one by one, from where the user left off. */
export async function startTour(bench: string): Promise<void> {
  // Set before opening: the tour shows itself once the bench is mounted, however long that takes.
  useGuide.setState({ guide: { id: bench, steps: tourOf(bench) }, step: savedStep(bench) })
  const prepare = benchById(bench)?.tourStart
  prepare?.()
  // What was prepared is another place than where the bench was left. A load error is shown in the bench's place.
  await openBench(bench, { anotherPlace: prepare !== undefined }).catch(leave)
}

/** Starts a story, or resumes it where the user left off; the `end` follows its last step. */
export async function startStory(guide: Guide): Promise<void> {
  if (savedStep(guide.id) === 0) useDone.setState({ done: new Set() })
  useGuide.setState({ guide })
  await goTo(guide, Math.min(savedStep(guide.id), guide.steps.length - 1))
}

export async function goTo({ id, steps }: Guide, step: number): Promise<void> {
  saveStep(id, step === 0 ? undefined : step)
  useGuide.setState({ step })
  await steps[step]?.open?.()
}

/** Leaves a story for now: the next time it goes on after the steps that were done. */
export function leaveStory({ id, steps }: Guide, done: number): void {
  saveStep(id, Math.min(done, steps.length - 1) || undefined)
  leave()
}

export const leave = (): void => useGuide.setState({ guide: undefined })

/** Name of what this window keeps of its guide, so that it comes back after a reload. */
const RUNNING = 'orrery-guide'

useGuide.subscribe(({ guide, step }) => {
  if (guide) sessionStorage.setItem(RUNNING, JSON.stringify({ id: guide.id, step }))
  else sessionStorage.removeItem(RUNNING)
})

const runningSchema = z.object({ id: z.string(), step: z.number() })

/** Shows the guide that ran when the page was reloaded, where it was: what it opened comes back by itself. */
export function resumeGuide(): void {
  const noted = sessionStorage.getItem(RUNNING)
  const { data: running } = runningSchema.safeParse(noted === null ? undefined : JSON.parse(noted))
  if (running === undefined || useGuide.getState().guide) return
  const { id, step } = running
  const steps = tourOf(id)
  if (steps.length > 0) useGuide.setState({ guide: { id, steps }, step })
  else void sendIntent('guide.resume', running)
}

/**
 * Shows a story that ran before the page was reloaded; a newer guide has the place. What the step opened may have been
 * on its way, so it is opened again, unless the user is at another bench.
 */
export async function resumeStory(guide: Guide, step: number): Promise<void> {
  const current = guide.steps[step]
  if (!current || useGuide.getState().guide) return
  useGuide.setState({ guide, step })
  if (current.bench === useRoute.getState().bench) await current.open?.()
}

export function finish({ id, end }: Guide): void {
  saveStep(id, FINISHED)
  leave()
  void end?.()
}
