import type { LRParser } from '@lezer/lr'

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
 * the parser tells nothing, as after a text that it cannot read.
 *
 * @param parser a strict parser
 */
export function stateAfter(parser: LRParser, text: string): string | undefined {
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
