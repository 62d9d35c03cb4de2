import { type Query, type SourceName, SOURCES, type StageKind } from './ast.ts'
import { SplError, choices, spelled } from './error.ts'
import { expectedAfter, failsAt } from './expected.ts'
import { parser } from './generated/spl.ts'
import { nearest } from './nearest.ts'
import { unknownName } from './unknown-name.ts'
import { STAGE_NAMES } from './stage-names.ts'
import { buildStage } from './syntax/stage.ts'
import { type Source, spanOf } from './syntax/source.ts'
import { children } from './tree.ts'

/** Maximum query length in characters. Far beyond hand-written queries, well below what could block a server. */
const MAX_QUERY_LENGTH = 1_000_000

/** Maximum bracket nesting; keeps recursive walks within the call stack. */
const MAX_NESTING = 200

/**
 * Parses a query.
 *
 * @throws SplError with the position, what was found, what was expected, and a similar name if there is one
 */
export function parseSpl(text: string): Query {
  checkSize(text)
  const stop = failsAt(text)
  if (stop !== undefined) throw syntaxError(text, stop)
  const top = parser.parse(text).topNode
  const source: Source = { text }
  const [head, ...stages] = children(top)
  if (!head) throw syntaxError(text, 0)
  return {
    text,
    source: { ...spanOf(head), name: sourceName(text, head) },
    stages: stages.map((node) => buildStage(source, node)),
  }
}

function checkSize(text: string): void {
  if (text.length > MAX_QUERY_LENGTH) {
    throw new SplError(
      `The query has ${text.length} characters; at most ${MAX_QUERY_LENGTH} are read. Pass long values as parameters.`,
      { from: MAX_QUERY_LENGTH, to: text.length },
    )
  }
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '(' || character === '[' || character === '{') depth++
    else if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1)
    if (depth > MAX_NESTING) {
      throw new SplError(`Brackets nest deeper than ${MAX_NESTING}; write the query flatter.`, {
        from: at,
        to: at + 1,
        found: text[at] ?? '',
      })
    }
  }
}

function sourceName(text: string, node: { readonly from: number; readonly to: number }): SourceName {
  const written = text.slice(node.from, node.to)
  const known = SOURCES.find((name) => name === written)
  if (known) return known
  const { sentence, details } = unknownName('source', written, { names: SOURCES })
  throw new SplError(sentence, { ...spanOf(node), ...details })
}

const END = 'end of query'

/** Returns the end of the quoted text that opens at `at`, or undefined when it is unclosed. */
function quotedEnd(text: string, at: number): number | undefined {
  const closed = text[at] === '`' ? /`(?:[^`]|``)*`/y : /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y
  closed.lastIndex = at
  return closed.test(text) ? closed.lastIndex : undefined
}

/** Returns what is found at a position: a word, one character, or the end of the text. */
function foundAt(text: string, from: number): { readonly to: number; readonly found: string } {
  const rest = text.slice(from, from + 200)
  if (rest === '') return { to: from, found: END }
  const quoted = /['"`]/.test(rest[0] ?? '') ? quotedEnd(text, from) : undefined
  if (quoted !== undefined) return { to: quoted, found: text.slice(from, quoted) }
  const found = /^[A-Za-z0-9_.-]+/.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0)
  return { to: from + found.length, found }
}

/** Returns the end of the blanks and comments that start at `at`; errors point after them. */
function skipBlanks(text: string, at: number): number {
  return at + (/^(?:[\s\ufeff]|(?:--|\/\/)[^\n]*)*/.exec(text.slice(at))?.[0].length ?? 0)
}

function syntaxError(text: string, stop: number): SplError {
  const from = skipBlanks(text, stop)
  const { to, found } = foundAt(text, from)
  if (text.slice(0, from).trim() === '' || /^(?:[\s\ufeff]|(?:--|\/\/)[^\n]*)*$/.test(text.slice(0, from))) {
    return startError(from, to, found)
  }
  if (/['"`]/.test(found) && quotedEnd(text, from) === undefined) {
    const expected = `a closing ${found}`
    return new SplError(`The quoted text that starts at ${from} has no end; add ${expected}.`, {
      from,
      to: text.length,
      found,
      expected: [expected],
    })
  }
  const expected = expectedAfter(text.slice(0, from))
  const stages = STAGE_NAMES.filter((name) => expected.includes(name))
  if (stages.length > 0 && found !== END) return stageError(text, from, to, found, expected, stages)
  const suggestion = nearest(found, expected)
  return new SplError(
    `${found === END ? 'The query ends too early.' : `Unexpected “${found}”.`} Expected ${expectedWords(expected)}.`,
    { from, to, found, expected, suggestion },
  )
}

const expectedWords = (expected: readonly string[]): string =>
  choices(expected.map(spelled)) || 'something else'

function startError(from: number, to: number, found: string): SplError {
  const message =
    found === END ? 'The query is empty' : `A query starts with a source, but this one starts with “${found}”`
  const suggestion = nearest(found.startsWith('.') ? found : `.${found}`, SOURCES)
  return new SplError(`${message}; write ${choices(SOURCES)}.`, {
    from,
    to,
    found,
    expected: SOURCES,
    suggestion,
  })
}

/** What other query languages call the stages. */
const OTHERWISE: Readonly<Partial<Record<StageKind, readonly string[]>>> = {
  where: ['filter', 'having'],
  project: ['select', 'fields', 'columns'],
  sort: ['order', 'orderby'],
  limit: ['head', 'take', 'top'],
  offset: ['skip'],
  extend: ['eval', 'compute', 'let'],
  stats: ['summarize', 'summarise', 'aggregate', 'group', 'groupby'],
  distinct: ['dedup', 'unique', 'uniq'],
}

/** The stage that another language has under this name. */
const otherwise = (found: string, stages: readonly StageKind[]): StageKind | undefined =>
  stages.find((stage) => OTHERWISE[stage]?.includes(found.toLowerCase()))

function stageError(
  text: string,
  from: number,
  to: number,
  found: string,
  expected: readonly string[],
  stages: readonly StageKind[],
): SplError {
  const known = stages.some((name) => name === found)
  const suggestion = known ? undefined : (otherwise(found, stages) ?? nearest(found, stages))
  const tail = suggestion ? `did you mean ${suggestion}?` : `the stages are ${stages.join(', ')}.`
  const message = /^[A-Za-z_]/.test(found)
    ? `There is no stage ${found}; ${tail}`
    : `Unexpected “${found}”. Expected ${expectedWords(expected)}.`
  const operator = /^[A-Za-z_][^\s|(]*/.exec(text.slice(from))?.[0]
  return new SplError(message, {
    from,
    to,
    found,
    expected,
    operator,
    suggestion,
  })
}
