import type { LRParser } from '@lezer/lr'
import { parser } from '../generated/cypher.ts'
import { CYPHER_KEYWORDS } from './keywords.ts'

/** What a running parse of Lezer holds besides its public methods: one stack per reading that is still possible. */
interface Stacks {
  readonly stacks?: readonly {
    readonly pos: number
    readonly state: number
    /** Threes of state, start position and buffer length, bottom first. */
    readonly stack: readonly number[]
  }[]
}

/**
 * Names the state that `parser` is in after `text`: texts with the same name can go on with the same tokens. Undefined where
 * the parser says nothing, as after a text that it cannot read.
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

/** What is shown for a class of tokens, and a sample of it for the parser. */
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

/** Words that may stand after a property dot or a label colon only as names; `name` covers them there. */
const words = new Set<string>(CYPHER_KEYWORDS)

/** Beyond this the question "what could follow?" is not worth parsing the text sixty times. */
const MAX_PROBED_CHARACTERS = 20_000

/** Answers kept by the state of the parser, since asking costs a hundred parses. */
const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 2_000

/** Position of the first character that no rule of the grammar can take, or null when the whole text parses. */
export function failsAt(text: string): number | null {
  try {
    strict.parse(text)
    return null
  } catch (error) {
    // Lezer reports the place only inside its message.
    const at = error instanceof SyntaxError ? /No parse at (\d+)/.exec(error.message)?.[1] : undefined
    if (at === undefined) throw error
    return Number(at)
  }
}

/**
 * What may stand at the end of `before`, which must parse up to there: asks the parser itself, token by token, so the
 * answer can never disagree with the grammar. Also serves completion.
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

/** The same, asked again. */
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
