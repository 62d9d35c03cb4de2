import { z } from 'zod'
import { workbenchError } from '../workbench/sentences/workbench-error.ts'
import { type Verdict, verdictSchema } from './episode.ts'
import type { Remark } from './episode-log.ts'
import type { IndexedRemark, RecordingRow } from './recordings.ts'
import { parseJson } from './trajectories/json.ts'

/** A line of a verdict file: about an episode or one of its events. */
const lineSchema = z.object({
  kind: z.literal('verdict'),
  reviewer: z.string().min(1),
  fingerprint: z.string(),
  /** Disambiguates episodes with the same actions. */
  index: z.number().int().nonnegative(),
  event: z.number().int().nonnegative().optional(),
  verdict: verdictSchema.nullable().optional(),
  note: z.string().optional(),
  tags: z.array(z.string()).optional(),
})

/** A reviewer's current assessment of an episode or event, after all remarks. */
export type Assessment = Pick<Remark, 'event' | 'note' | 'tags'> & { verdict?: Verdict | null | undefined }

const keyOf = (reviewer: string | undefined, index: number, event: number | undefined): string =>
  `${index}/${event ?? ''}/${reviewer ?? ''}`

interface Opinion extends Assessment {
  readonly index: number
  /** Absent: the user. */
  readonly reviewer?: string | undefined
}

/** Returns every reviewer's latest assessment of each episode and event. */
export function opinionsOf(remarks: readonly IndexedRemark[]): Opinion[] {
  const last = new Map<string, Opinion>()
  for (const { index, remark } of remarks) {
    const key = keyOf(remark.reviewer, index, remark.event)
    last.set(key, { ...last.get(key), ...remark, index })
  }
  return [...last.values()]
}

/** Formats all assessments, one per line; the user's own under the given name. */
export function verdictFile(
  rows: readonly Pick<RecordingRow, 'index' | 'fingerprint'>[],
  remarks: readonly IndexedRemark[],
  name: string,
): string {
  return opinionsOf(remarks)
    .flatMap(({ index, reviewer = name, event, verdict, note, tags }) => {
      const { fingerprint } = rows[index] ?? {}
      if (fingerprint === undefined) return []
      return `${JSON.stringify({ kind: 'verdict', reviewer, fingerprint, index, event, verdict, note, tags })}\n`
    })
    .join('')
}

/**
 * Returns the assessments that a verdict file adds. Matches episodes by their actions, so that the file also
 * fits a set with another order or file name. Skips assessments that already exist.
 * @throws WorkbenchError `RECORDING_UNREADABLE`
 */
export function mergeVerdicts(
  text: string,
  rows: readonly Pick<RecordingRow, 'index' | 'fingerprint'>[],
  known: readonly IndexedRemark[],
): { remarks: IndexedRemark[]; unknown: number } {
  const places = new Map<string, number[]>()
  for (const { index, fingerprint } of rows)
    places.set(fingerprint, [...(places.get(fingerprint) ?? []), index])
  const knownAssessments = new Map(
    opinionsOf(known).map((one) => [keyOf(one.reviewer, one.index, one.event), one]),
  )
  const remarks: IndexedRemark[] = []
  let unknown = 0
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const { data } = lineSchema.safeParse(parseJson(line, i + 1))
    if (!data) throw workbenchError('RECORDING_UNREADABLE.verdict', { line: i + 1 })
    const { kind: _, fingerprint, index: was, ...remark } = data
    const found = places.get(fingerprint) ?? []
    const index = found.includes(was) ? was : found[0]
    if (index === undefined) unknown++
    else if (!isSame(knownAssessments.get(keyOf(remark.reviewer, index, remark.event)), remark))
      remarks.push({ index, remark })
  }
  return { remarks, unknown }
}

const isSame = (one: Assessment | undefined, { verdict, note, tags }: Assessment): boolean =>
  one !== undefined &&
  (one.verdict ?? null) === (verdict ?? null) &&
  one.note === note &&
  JSON.stringify(one.tags) === JSON.stringify(tags)

export interface Agreement {
  readonly reviewers: readonly [string, string]
  /** Episodes with a verdict from both. */
  readonly both: number
  /** Share of matching verdicts. */
  readonly share: number
  /** Cohen's kappa: agreement beyond chance; undefined where chance alone explains full agreement. */
  readonly kappa: number | undefined
}

/** Computes the agreement of each pair of reviewers on whole episodes. @param self name for the user's own verdicts */
export function agreementOf(remarks: readonly IndexedRemark[], self: string): Agreement[] {
  const byReviewer = new Map<string, Map<number, Verdict>>()
  for (const { index, event, verdict, reviewer = self } of opinionsOf(remarks)) {
    if (event !== undefined || !verdict) continue
    const verdicts = byReviewer.get(reviewer) ?? new Map<number, Verdict>()
    byReviewer.set(reviewer, verdicts.set(index, verdict))
  }
  const all = [...byReviewer]
  return all.flatMap(([one, verdicts], i) =>
    all.slice(i + 1).flatMap(([other, others]): Agreement[] => {
      const pairs = [...verdicts].flatMap(([index, verdict]) => {
        const theirs = others.get(index)
        return theirs ? [[verdict, theirs] as const] : []
      })
      const both = pairs.length
      if (both === 0) return []
      const share = pairs.filter(([a, b]) => a === b).length / both
      const rate = (side: 0 | 1): number => pairs.filter((pair) => pair[side] === 'bug').length / both
      const chance = rate(0) * rate(1) + (1 - rate(0)) * (1 - rate(1))
      return [
        {
          reviewers: [one, other],
          both,
          share,
          kappa: chance === 1 ? undefined : (share - chance) / (1 - chance),
        },
      ]
    }),
  )
}
