import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { sentencesEn, type SentenceKey } from '../workbench/sentences/en.ts'
import { say, type MessageRef } from '../workbench/sentences/sentence.ts'

/** Where JSON stopped being JSON; both from 1. */
export interface JsonProblem {
  readonly line: number
  readonly column: number
  readonly message: string
  readonly hint?: string | undefined
  readonly said?: MessageRef | undefined
}

/** JSON with comments and trailing commas, as people keep it; or without, as the standard has it. @returns the value, or where it broke */
export function parseJson(
  text: string,
  { strict = false }: { readonly strict?: boolean } = {},
): { value: unknown } | { error: JsonProblem } {
  // The engine's own parser first: the other one takes a member called __proto__ for the object's prototype.
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    // Comments and trailing commas, or broken: both are found out below.
  }
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: !strict, disallowComments: strict })
  const [first] = errors
  if (first === undefined && parseTree(text) !== undefined) return { value }
  return {
    error: {
      ...placeIn(text, first?.offset ?? 0),
      ...explain(first === undefined ? 'Empty' : printParseErrorCode(first.error)),
    },
  }
}

/** The parser's own names for what is wrong, such as `CloseBraceExpected`. */
function explain(code: string): { message: string; said?: MessageRef } {
  const key = `JSON.${code}`
  return key in sentencesEn ? say(key as SentenceKey) : { message: code }
}

/** Line and column of an offset, both from 1. */
function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Where the value at a path stands in the text; a member that is missing is said of the nearest value around it. */
export function placeOf(text: string, path: readonly (string | number)[]): { line: number; column: number } {
  const tree = parseTree(text)
  for (let length = path.length; tree !== undefined && length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node) return placeIn(text, node.offset)
  }
  return placeIn(text, tree?.offset ?? 0)
}
