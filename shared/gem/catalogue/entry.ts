import * as z from 'zod'

/** Catalogue entry: everything a user or a program needs to know before creating an environment. */
export const catalogueEntrySchema = z.object({
  id: z.string().min(1).describe('What `make` takes, such as game:Wordle-v0-easy'),
  family: z.string().min(1).describe('What the ids of one game have in common'),
  title: z.string().min(1),
  summary: z.string().min(1).describe('The task in one or two sentences'),
  kind: z.enum(['multi-turn', 'single-turn']),
  parameters: z
    .record(z.string(), z.union([z.number(), z.string(), z.boolean()]))
    .describe('Fixed parameters; where a reset draws them anew, the draw in words'),
  drawn: z.boolean().describe('True when every reset draws the parameters anew'),
  maxTurns: z.number().int().positive().nullable().describe('Null when every reset draws it, or nobody said'),
  action: z.object({
    pattern: z.string().describe('Regular expression; its last match in the text counts'),
    flags: z.enum(['', 'i']),
    words: z.string(),
    examples: z.array(z.string()).min(1),
  }),
  ends: z.array(z.string()).min(1).describe('What ends an episode'),
  bestReturn: z
    .number()
    .nullable()
    .describe('Highest sum of rewards that any play can reach; null when nobody said'),
  winnable: z
    .enum(['always', 'sometimes', 'never', 'unknown'])
    .describe('Whether play without luck can win every start; unknown when nobody said'),
  notes: z.array(z.string()).describe('Rules that surprise'),
  seedMatters: z.boolean().describe('False when every seed gives the same start'),
  source: z.enum(['built-in', 'plugin']),
})

export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>

/** Facts shared by all ids of a family; the rest differs by variant. */
interface FamilyFacts extends Pick<
  CatalogueEntry,
  'family' | 'title' | 'summary' | 'action' | 'ends' | 'notes'
> {
  /** Seeds give the same start states as GEM's own package. */
  readonly sameStarts?: true
}

/** Note about texts, which differ from upstream (an agent trained there has not seen them), and about start states. */
const SAME_STARTS = 'Rules, rewards and the start of every seed are those of upstream; all texts are our own.'
const OWN_STARTS = 'Rules and rewards are those of upstream; start states and all texts are our own.'

/** Facts of a single id. */
interface Variant {
  readonly name: string
  readonly parameters: CatalogueEntry['parameters']
  readonly maxTurns: number | null
  readonly bestReturn?: number
  readonly winnable?: CatalogueEntry['winnable']
  readonly seedMatters?: boolean
  /** Whether the turn limit is drawn; this is the default. */
  readonly drawn?: boolean
  readonly notes?: readonly string[]
}

/** Builds the entries of a game family, one per `game:Family-v0-variant`. */
export function gameEntries(
  { sameStarts, ...facts }: FamilyFacts,
  variants: readonly Variant[],
): readonly CatalogueEntry[] {
  return variants.map(({ name, notes = [], ...variant }) => ({
    drawn: variant.maxTurns === null,
    bestReturn: 1,
    winnable: 'always',
    seedMatters: true,
    ...facts,
    ...variant,
    id: `game:${facts.family}-v0-${name}`,
    kind: 'multi-turn',
    notes: [...facts.notes, ...notes, sameStarts ? SAME_STARTS : OWN_STARTS],
    source: 'built-in',
  }))
}

/** Ends common to all language games (docs/gem.md#rewards). */
export const COMMON_ENDS = [
  'A text without a readable action: reward -0.1, terminated',
  'The last turn passes unsolved: terminated and truncated',
]
