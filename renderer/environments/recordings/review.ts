import type { Verdict } from '#shared/environments/episode.ts'
import type { Finding } from '#shared/environments/findings.ts'
import type { IndexedRemark, RecordingRow, ReplayResult } from '#shared/environments/recordings.ts'
import { opinionsOf, type Assessment } from '#shared/environments/verdicts.ts'

/** Filter of a set's episodes; empty fields match everything. */
export interface ReviewFilter {
  readonly search: string
  readonly finding: Finding['rule'] | 'any' | ''
  readonly verdict: Verdict | 'none' | 'disputed' | ''
  readonly outcome: ReplayResult['outcome'] | ''
}

export const NO_REVIEW_FILTER: ReviewFilter = { search: '', finding: '', verdict: '', outcome: '' }

/** The user's assessment of an episode and its events, and others' assessments of the episode. */
export interface EpisodeReview extends Assessment {
  readonly events: ReadonlyMap<number, Assessment>
  readonly others: readonly (Assessment & { readonly reviewer: string })[]
}

const NOTHING_SAID: EpisodeReview = { events: new Map(), others: [] }

/** Groups a set's remarks by episode. */
export function reviewsOf(remarks: readonly IndexedRemark[]): ReadonlyMap<number, EpisodeReview> {
  const all = new Map<number, EpisodeReview>()
  for (const { index, reviewer, event, ...assessment } of opinionsOf(remarks)) {
    const review = all.get(index) ?? NOTHING_SAID
    if (reviewer !== undefined) {
      if (event === undefined)
        all.set(index, { ...review, others: [...review.others, { ...assessment, reviewer }] })
    } else if (event === undefined) all.set(index, { ...review, ...assessment })
    else all.set(index, { ...review, events: new Map([...review.events, [event, assessment]]) })
  }
  return all
}

export const reviewAt = (reviews: ReadonlyMap<number, EpisodeReview>, index: number): EpisodeReview =>
  reviews.get(index) ?? NOTHING_SAID

/** The user's verdicts on an episode and its steps. */
export const verdictsOf = ({ verdict, events }: EpisodeReview): ReadonlySet<Assessment['verdict']> =>
  new Set([verdict, ...Array.from(events.values(), (assessment) => assessment.verdict)])

export const isDisputed = ({ verdict, others }: EpisodeReview): boolean =>
  new Set([verdict, ...others.map((one) => one.verdict)].filter(Boolean)).size > 1

/** The matching rows, in order. Every word of the search must occur in a row or its remarks. */
export function filterRows(
  rows: readonly RecordingRow[],
  { search, finding, verdict, outcome }: ReviewFilter,
  reviews: ReadonlyMap<number, EpisodeReview>,
  results: ReadonlyMap<number, ReplayResult>,
): RecordingRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const review = reviewAt(reviews, row.index)
    if (
      finding === 'any'
        ? row.findings.length === 0
        : finding !== '' && !row.findings.some(({ rule }) => rule === finding)
    )
      return false
    if (verdict === 'none' && review.verdict) return false
    if (verdict === 'disputed' && !isDisputed(review)) return false
    if ((verdict === 'bug' || verdict === 'expected') && !verdictsOf(review).has(verdict)) return false
    if (outcome !== '' && results.get(row.index)?.outcome !== outcome) return false
    if (words.length === 0) return true
    const notes = [review, ...review.events.values()].flatMap(({ note, tags }) => [
      note ?? '',
      ...(tags ?? []),
    ])
    const text = [
      `#${row.index + 1}`,
      row.name ?? '',
      row.envId,
      `seed ${row.seed ?? ''}`,
      row.player ?? '',
      ...notes,
    ]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Number of episodes per rule with findings, most frequent first. */
export function findingCounts(rows: readonly RecordingRow[]): [Finding['rule'], number][] {
  const counts = new Map<Finding['rule'], number>()
  for (const { findings } of rows)
    for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

/** Actions of the review keys. */
export type ReviewKey =
  | { readonly go: 'episode' | 'step'; readonly by: 1 | -1 }
  | { readonly go: 'finding' }
  | { readonly verdict: Verdict; readonly on: 'episode' | 'step' }
  | { readonly focus: 'note' | 'tags' }
  | { readonly act: 'open' | 'link' }

const KEYS: Readonly<Record<string, ReviewKey>> = {
  j: { go: 'episode', by: 1 },
  k: { go: 'episode', by: -1 },
  ArrowDown: { go: 'step', by: 1 },
  ArrowUp: { go: 'step', by: -1 },
  f: { go: 'finding' },
  b: { verdict: 'bug', on: 'episode' },
  e: { verdict: 'expected', on: 'episode' },
  B: { verdict: 'bug', on: 'step' },
  E: { verdict: 'expected', on: 'step' },
  n: { focus: 'note' },
  t: { focus: 'tags' },
  l: { act: 'link' },
  Enter: { act: 'open' },
}

/** The action of a key press; none while typing or with modifiers. Enter on a button presses the button. */
export function reviewKey(event: {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly target: unknown
}): ReviewKey | undefined {
  const { key, ctrlKey, metaKey, altKey, target } = event
  const tag = (target as { tagName?: string } | null)?.tagName ?? ''
  if (ctrlKey || metaKey || altKey || ['INPUT', 'TEXTAREA', 'SELECT'].includes(tag)) return undefined
  return tag === 'BUTTON' && key === 'Enter' ? undefined : KEYS[key]
}
