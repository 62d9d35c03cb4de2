import type { LRParser } from '@lezer/lr'
import { parser } from '../generated/cypher.ts'
import { CYPHER_KEYWORDS } from './keywords.ts'

/** Internal state of a running Lezer parse: one stack per alternative parse. */
interface Stacks {
  readonly stacks?: readonly {
    readonly pos: number
    readonly state: number
    /** Triples of state, start position and buffer length, bottom first. */
    readonly stack: readonly number[]
  }[]
}

/**
 * Returns a key for the parser's state after `text`: texts with the same key accept the same next tokens.
 * Undefined where the parser exposes no state, as after a text it cannot parse.
 *
 * @param parser a strict parser
 */
function stateAfter(parser: LRParser, text: string): string | undefined {
  const parse = parser.startParse(`${text}\n`)
  try {
    while (parse.parsedPos < text.length) if (parse.advance()) return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  const { stacks } = parse as Stacks
  return stacks
    ?.map(({ pos, state, stack }) => [pos - text.length, state, ...stack.filter((_, at) => at % 3 === 0)])
    .join(';')
}

const strict = parser.configure({ strict: true })

/** Display name of each token class, and a sample to feed the parser. */
const samples: readonly (readonly [shown: string, sample: string])[] = [
  ['name', 'x_'],
  ['string', "''"],
  ['number', '1'],
  ['$parameter', '$p'],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ':',
    ',',
    '.',
    '..',
    '|',
    '*',
    '-',
    '<',
    '>',
    '=',
    '+',
    '/',
    '%',
    '^',
    '=~',
  ].map((mark) => [mark, mark] as const),
  ...CYPHER_KEYWORDS.map((word) => [word, word] as const),
]

/** Words that are only names after a property dot or a label colon; `name` covers them there. */
const words = new Set<string>(CYPHER_KEYWORDS)

/** Longer texts are not probed: each probe parses the text about sixty times. */
const MAX_PROBED_CHARACTERS = 20_000

/** Cache by parser state; computing an entry takes about a hundred parses. */
const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 2_000

/** Returns the position of the first syntax error, or null when the text parses. */
export function failsAt(text: string): number | null {
  try {
    strict.parse(text)
    return null
  } catch (error) {
    // Lezer reports the position only inside its message.
    const at = error instanceof SyntaxError ? /No parse at (\d+)/.exec(error.message)?.[1] : undefined
    if (at === undefined) throw error
    return Number(at)
  }
}

/**
 * Returns what may follow `before`, which must be valid up to there. Probes the parser with every token, so
 * the result always agrees with the grammar. Also used for completion.
 */
export function expectedAfter(before: string): readonly string[] {
  if (before.length > MAX_PROBED_CHARACTERS) return []
  const state = stateAfter(strict, before)
  const expected = (state === undefined ? undefined : known.get(state)) ?? probedAfter(before)
  if (state === undefined) return expected
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(state, expected)
  return expected
}

/** The same without the cache. */
export function probedAfter(before: string): readonly string[] {
  // A new line, since the text may end in a comment.
  const start = `${before}\n`
  const fits = samples.filter(([, sample]) => {
    const stop = failsAt(`${start}${sample}\n`)
    return stop === null || stop >= start.length + sample.length
  })
  const shown = fits.map(([text]) => text)
  const anyWord = shown.filter((text) => words.has(text)).length === words.size
  return anyWord ? shown.filter((text) => !words.has(text)) : shown
}
