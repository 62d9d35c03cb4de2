import { parser } from './generated/spl.ts'
import { STAGE_NAMES } from './stage-names.ts'

const strict = parser.configure({ strict: true })

const ANY_WORD = 'a name or value'

/** Display name of each token class, and a sample to feed the parser. */
const samples: readonly (readonly [shown: string, sample: string])[] = [
  [ANY_WORD, 'x_'],
  ['quoted text', "''"],
  ['$parameter', '$p'],
  ['a number', '1'],
  ['a pattern', '(a)'],
  ...['|', '(', ')', '[', ']', '{', '}', ',', ':', '=', '!=', '>', '>=', '<', '<=', '~', '=~', '!~'].map(
    (mark) => [mark, mark] as const,
  ),
  ...['+', '-', '*', '/', '%'].map((mark) => [mark, mark] as const),
  ...['and', 'or', 'not', 'in', 'like', 'is', 'null', 'asc', 'desc', 'as', 'by'].map(
    (word) => [word, word] as const,
  ),
  ...STAGE_NAMES.map((name) => [name, name] as const),
]

/** Words that a value may consist of as well; they are informative only where no other word fits. */
const ambiguous = new Set<string>([
  ...STAGE_NAMES,
  ':',
  '+',
  '-',
  '*',
  '/',
  '%',
  'in',
  'like',
  'is',
  'null',
  'asc',
  'desc',
  'as',
  'by',
  'a number',
])

/** Longer texts are not probed: each probe parses the text about fifty times. */
export const MAX_PROBED_CHARACTERS = 20_000

/** Returns the position of the first syntax error, or undefined when the text parses. */
export function failsAt(text: string): number | undefined {
  try {
    strict.parse(text)
    return undefined
  } catch (error) {
    // Lezer reports the position only inside its message.
    const at = error instanceof SyntaxError ? /No parse at (\d+)/.exec(error.message)?.[1] : undefined
    if (at === undefined) throw error
    return Number(at)
  }
}

/** Whether the text is a query or the beginning of one. */
export const begins = (text: string): boolean => (failsAt(text) ?? text.length) >= text.length

/**
 * Returns what may follow `before`, which must be valid up to there. Probes the parser with every token, so
 * the result always agrees with the grammar. Used by error messages and completion.
 */
export function expectedAfter(before: string): string[] {
  if (before.length > MAX_PROBED_CHARACTERS) return []
  // A new line, since the text may end in a comment.
  const start = `${before}\n`
  const fits = samples.filter(([, sample]) => {
    const stop = failsAt(`${start}${sample}\n`)
    return stop === undefined || stop >= start.length + sample.length
  })
  const shown = fits.map(([text]) => text)
  return shown.includes(ANY_WORD) ? shown.filter((text) => !ambiguous.has(text)) : shown
}
