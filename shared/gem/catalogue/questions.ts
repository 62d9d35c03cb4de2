import type { CatalogueEntry } from './entry.ts'

/** Facts of a single-turn environment beyond those that all of them share. */
export interface QuestionFacts {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly parameters: CatalogueEntry['parameters']
  /** How the answer is written in `\boxed{}`. */
  readonly answer: string
  readonly example: string
  readonly notes?: readonly string[]
}

/** Note on the question generator of families that use data sets upstream. */
export const MADE_BY_RULES =
  'Upstream takes the questions of this family from published data sets; these are made by rules of our own.'

/** How a family differs from upstream's of the same name: an agent trained there has not seen these questions. */
const UPSTREAM: Readonly<Record<string, readonly string[]>> = {
  rg: ['Upstream asks the same kinds of questions in other words, and another question for the same seed.'],
  math: [MADE_BY_RULES],
}

/** Builds the entries of a family of single-turn environments (docs/gem.md#questions). */
export function questionEntries(family: string, facts: readonly QuestionFacts[]): readonly CatalogueEntry[] {
  const upstream = UPSTREAM[family] ?? []
  return facts.map(({ answer, example, notes = [], ...rest }) => ({
    ...rest,
    family,
    kind: 'single-turn',
    drawn: false,
    maxTurns: 1,
    action: {
      pattern: String.raw`\\boxed\{([\s\S]*)\}`,
      flags: '',
      words: `The last box in the reply, its braces matched, holds the answer: ${answer}.`,
      examples: [`\\boxed{${example}}`],
    },
    ends: ['The first step ends the episode: terminated and truncated'],
    bestReturn: 1,
    winnable: 'always',
    notes: ['A reply without a box is not punished; it earns nothing.', ...notes, ...upstream],
    seedMatters: true,
    source: 'built-in',
  }))
}
