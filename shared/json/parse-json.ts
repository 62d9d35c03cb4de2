import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { sentencesEn, type SentenceKey } from '../workbench/sentences/en.ts'
import { say, type MessageRef } from '../workbench/sentences/sentence.ts'

/** Position of a JSON syntax error; both numbers from 1. */
export interface JsonProblem {
  readonly line: number
  readonly column: number
  readonly message: string
  readonly hint?: string | undefined
  readonly said?: MessageRef | undefined
}

/** Parses JSON, with or without comments and trailing commas. @returns the value, or the first error */
export function parseJson(
  text: string,
  { strict = false }: { readonly strict?: boolean } = {},
): { value: unknown } | { error: JsonProblem } {
  // JSON.parse first, because jsonc-parser treats a member called __proto__ as the prototype.
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    // Has comments or trailing commas, or is invalid; handled below.
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

/** Explains the parser's error codes, such as `CloseBraceExpected`. */
function explain(code: string): { message: string; said?: MessageRef } {
  const key = `JSON.${code}`
  return key in sentencesEn ? say(key as SentenceKey) : { message: code }
}

/** The names that the outermost object has more than once, with the place of each repetition. */
export function repeatedNames(text: string): { name: string; line: number; column: number }[] {
  const seen = new Set<string>()
  return (parseTree(text)?.children ?? []).flatMap(({ offset, children }) => {
    const name = String(children?.[0]?.value)
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ name, ...placeIn(text, offset) }]
  })
}

/** Converts an offset to line and column, both from 1. */
function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Returns the position of the value at a path; for a missing member, that of the nearest enclosing value. */
export function placeOf(text: string, path: readonly (string | number)[]): { line: number; column: number } {
  const tree = parseTree(text)
  for (let length = path.length; tree !== undefined && length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node) return placeIn(text, node.offset)
  }
  return placeIn(text, tree?.offset ?? 0)
}
