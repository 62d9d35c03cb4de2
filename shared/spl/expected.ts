import { parser } from './generated/spl.ts'
import { STAGE_NAMES } from './stage-names.ts'

const strict = parser.configure({ strict: true })

const ANY_WORD = 'a name or value'

/** What is shown for a class of tokens, and a sample of it for the parser. */
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

/** Words that a value may hold as well; they say something only where no other word fits. */
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

/** Beyond this the question "what could follow?" is not worth parsing the text fifty times. */
const MAX_PROBED_CHARACTERS = 20_000

/** Position of the first character that no rule of the grammar can take, or undefined when the text parses. */
export function failsAt(text: string): number | undefined {
  try {
    strict.parse(text)
    return undefined
  } catch (error) {
    // Lezer reports the place only inside its message.
    const at = error instanceof SyntaxError ? /No parse at (\d+)/.exec(error.message)?.[1] : undefined
    if (at === undefined) throw error
    return Number(at)
  }
}

/**
 * What may stand at the end of `before`, which must parse up to there: asks the parser itself, token by token, so that the
 * answer can never disagree with the grammar. Serves error messages and completion.
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
