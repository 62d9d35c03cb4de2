import { LineCounter, type Document, isScalar, parseDocument, visit } from 'yaml'
import { parseJson } from '#shared/json/parse-json.ts'
import { type AlteredInteger, alteredInteger } from '#shared/model/exact-integers.ts'
import { cyclicAlias } from '#shared/model/yaml-cycles.ts'
import { MAX_YAML_LEVELS, tooDeepAt } from '#shared/model/yaml-depth.ts'
import { alteredScalar } from '#shared/model/yaml-integers.ts'

/** Limit against YAML alias expansion. */
const MAX_ALIASES = 1000

export interface ParsedText {
  /** The content as JSON. */
  readonly json: string
  /** The first integer that lost precision. */
  readonly altered: AlteredInteger | undefined
}

/** A model file's text, and its format by file name. */
export interface ModelText {
  readonly text: string
  readonly kind: 'json' | 'yaml'
}

/** @throws an error with the reason, line and column */
export function parseModelText({ text, kind }: ModelText): ParsedText {
  return kind === 'json' ? readJson(text) : readYaml(text)
}

function readJson(text: string): ParsedText {
  try {
    JSON.parse(text)
    return { json: text, altered: alteredInteger(text) }
  } catch (cause) {
    const read = parseJson(text, { strict: true })
    if ('value' in read) throw cause
    const { message, line, column } = read.error
    const reason = `${message.charAt(0).toLowerCase()}${message.slice(1)}`
    throw new Error(`${reason} at line ${line}, column ${column}`, { cause })
  }
}

function readYaml(text: string): ParsedText {
  const deep = tooDeepAt(text)
  if (deep !== undefined)
    throw new Error(`more than ${MAX_YAML_LEVELS} levels inside each other at line ${deep}, column 1`)
  const lines = new LineCounter()
  // The library's check for duplicate keys is quadratic.
  const document = parseDocument(text, { uniqueKeys: false, lineCounter: lines })
  const [error] = document.errors
  if (error) throw error
  refuseDoubleKeys(document, lines)
  const cycle = cyclicAlias(document)
  if (cycle) {
    const { line, col } = lines.linePos(cycle.from)
    throw new Error(`The alias *${cycle.name} refers to itself at line ${line}, column ${col}`)
  }
  // Dates and similar values become what JSON makes of them.
  const json = JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES }) ?? null)
  return { json, altered: alteredScalar(document)?.integer }
}

function refuseDoubleKeys(document: Document, lines: LineCounter): void {
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) {
          const { line, col } = lines.linePos(key.range?.[0] ?? 0)
          throw new Error(`Map keys must be unique at line ${line}, column ${col}`)
        }
        seen.add(key.value)
      }
    },
  })
}
