import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'

/** Where JSON stopped being JSON; both from 1. */
export interface JsonProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** JSON with comments and trailing commas, as people keep it. @returns the value, or where it broke */
export function parseJson(text: string): { value: unknown } | { error: JsonProblem } {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first === undefined && parseTree(text) !== undefined) return { value }
  return {
    error: {
      ...placeIn(text, first?.offset ?? 0),
      message: first === undefined ? 'There is no JSON here' : explainCode(printParseErrorCode(first.error)),
    },
  }
}

/** `CloseBraceExpected` → `Close brace expected`. */
function explainCode(code: string): string {
  const words = code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
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
