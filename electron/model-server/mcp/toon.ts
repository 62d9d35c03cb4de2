import { encodeLines } from '@toon-format/toon'
import { isJsonObject, type Json } from '#shared/model/json.ts'

/** Larger values are encoded by the library, which can be interrupted. This many take about a millisecond. */
const MAX_VALUES = 4_000

/** More deeply nested values are encoded by the library. */
const MAX_LEVELS = 64

type Members = { readonly [name: string]: Json | undefined }

/** A column of a table: one cell per row, or the columns of an object that every row has there. */
interface Column {
  readonly name: string
  readonly columns: readonly Column[] | undefined
}

/** Thrown, and caught at the top level, for values that this encoder does not handle. */
const TOO_MUCH = new Error('left to the library')

/**
 * Encodes a small JSON object as TOON; returns undefined when it is large or not well-formed Unicode, which
 * is left to `@toon-format/toon`. The output equals the library's byte for byte (toon-encoder.test.ts) in a
 * tenth of its time; most answers over stdio consist of this text. Omits undefined members, like JSON.
 */
export function encodeSmall(value: object): string | undefined {
  const encoder = new Encoder()
  try {
    encoder.root(value as Members)
    return encoder.text
  } catch (error) {
    if (error === TOO_MUCH) return undefined
    throw error
  }
}

class Encoder {
  text = ''
  #values = 0

  root(value: Members): void {
    const table = keyedTable(value)
    if (table) this.#keyedRows('', value, table, 1)
    else this.#members('', '', value, 1)
  }

  /**
   * Encodes one member of an object. `lead` precedes its name: the indentation, and the dash if it is the
   * first member of a list item. Its content is indented by `inner`.
   */
  #member(lead: string, name: string, value: Json, inner: number): void {
    this.#spend()
    const head = lead + keyText(name)
    if (typeof value !== 'object' || value === null) this.#line(`${head}: ${cellText(value)}`)
    else if (isList(value)) this.#list(head, value, inner)
    else this.#object(head, value as Members, inner)
  }

  #object(head: string, value: Members, inner: number): void {
    const table = keyedTable(value)
    if (table) return this.#keyedRows(head, value, table, inner)
    this.#line(`${head}:`)
    const lead = indentation(inner)
    this.#members(lead, lead, value, inner + 1)
  }

  /** Iterates names and values as lists: looking up each value by name would dominate the cost. */
  #members(firstLead: string, lead: string, value: Members, inner: number): void {
    const names = Object.keys(value)
    const values = Object.values(value)
    let next = firstLead
    for (let at = 0; at < names.length; at++) {
      const member = values[at]
      if (member === undefined) continue
      this.#member(next, names[at] as string, member, inner)
      next = lead
    }
  }

  #list(head: string, items: readonly Json[], inner: number): void {
    if (items.length === 0) return this.#line(`${head}: []`)
    if (items.every(isPrimitive)) return this.#line(head + this.#inline(items))
    const columns = items.every(isJsonObject) ? columnsOf(items) : undefined
    if (columns) return this.#rows(head, items as readonly Members[], columns, inner)
    this.#line(`${head}[${items.length}]:`)
    for (const item of items) this.#item(item, inner)
  }

  /** Encodes an item of a list that is not a table. */
  #item(item: Json, depth: number): void {
    this.#spend()
    const dash = `${indentation(depth)}- `
    if (typeof item !== 'object' || item === null) this.#line(dash + cellText(item))
    else if (isList(item)) {
      if (item.every(isPrimitive)) return this.#line(dash + this.#inline(item))
      this.#line(`${dash}[${item.length}]:`)
      for (const inner of item) this.#item(inner, depth + 1)
    } else this.#objectItem(item as Members, depth, dash)
  }

  #objectItem(item: Members, depth: number, dash: string): void {
    if (isEmpty(item)) return this.#line(dash.trimEnd())
    this.#members(dash, indentation(depth + 1), item, depth + 2)
  }

  #inline(items: readonly Json[]): string {
    this.#spend(items.length)
    const cells = items.length === 0 ? '' : ` ${items.map(cellText).join(',')}`
    return `[${items.length}]:${cells}`
  }

  #rows(head: string, rows: readonly Members[], columns: readonly Column[], depth: number): void {
    this.#line(`${head}[${rows.length}]{${columnsText(columns)}}:`)
    const lead = indentation(depth)
    for (const row of rows) this.#line(lead + this.#cells(row, columns))
  }

  /** Encodes an object whose members all have the same shape: a table with a name before each row. */
  #keyedRows(head: string, value: Members, columns: readonly Column[], depth: number): void {
    const names = namesOf(value)
    this.#line(`${head}[${names.length}:]{${columnsText(columns)}}:`)
    const lead = indentation(depth)
    for (const name of names) {
      this.#line(`${lead}${keyText(name)}: ${this.#cells(value[name] as Members, columns)}`)
    }
  }

  #cells(row: Members, columns: readonly Column[]): string {
    this.#spend(columns.length)
    return columns
      .map(({ name, columns: inner }) =>
        inner ? this.#cells(row[name] as Members, inner) : cellText(row[name] as Json),
      )
      .join(',')
  }

  #line(line: string): void {
    this.text += this.text === '' ? line : `\n${line}`
  }

  #spend(values = 1): void {
    this.#values += values
    if (this.#values > MAX_VALUES) throw TOO_MUCH
  }
}

const indentations: string[] = []

function indentation(depth: number): string {
  if (depth > MAX_LEVELS) throw TOO_MUCH
  return (indentations[depth] ??= '  '.repeat(depth))
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

const isPrimitive = (value: Json | undefined): boolean => typeof value !== 'object' || value === null

function namesOf(value: Members): readonly string[] {
  const names = Object.keys(value)
  return names.some((name) => value[name] === undefined)
    ? names.filter((name) => value[name] !== undefined)
    : names
}

function isEmpty(value: Members): boolean {
  for (const name in value) if (value[name] !== undefined) return false
  return true
}

/** Returns the columns that rows share: the same names in each, with primitives or again equally shaped objects. */
function columnsOf(values: readonly (Json | undefined)[]): readonly Column[] | undefined {
  const rows = values as readonly Members[]
  const names = namesOf(rows[0] as Members)
  if (names.length === 0) return undefined
  const alike = rows.every(
    (row) =>
      namesOf(row).length === names.length &&
      names.every((name) => Object.hasOwn(row, name) && row[name] !== undefined),
  )
  if (!alike) return undefined
  const columns: Column[] = []
  for (const name of names) {
    const column = columnOf(
      name,
      rows.map((row) => row[name]),
    )
    if (!column) return undefined
    columns.push(column)
  }
  return columns
}

function columnOf(name: string, values: readonly (Json | undefined)[]): Column | undefined {
  if (values.every(isPrimitive)) return { name, columns: undefined }
  if (!values.every(isJsonObject)) return undefined
  const columns = columnsOf(values)
  return columns && { name, columns }
}

function keyedTable(value: Members): readonly Column[] | undefined {
  // Fast path: most objects start with a primitive.
  for (const name in value) {
    if (value[name] === undefined) continue
    if (isJsonObject(value[name])) break
    return undefined
  }
  const names = namesOf(value)
  if (names.length < 2) return undefined
  const values = names.map((name) => value[name])
  return values.every(isJsonObject) ? columnsOf(values) : undefined
}

function columnsText(columns: readonly Column[]): string {
  return columns
    .map(({ name, columns: inner }) => keyText(name) + (inner ? `{${columnsText(inner)}}` : ''))
    .join(',')
}

const PLAIN_KEY = /^[A-Za-z_][\w.]*$/

/** Cache of encoded names, which are few and repeated in every row; bounded in number and length. */
const keyTexts = new Map<string, string>()
const MAX_KEYS = 2_048
const MAX_KEY_CHARACTERS = 64

function keyText(name: string): string {
  const known = keyTexts.get(name)
  if (known !== undefined) return known
  const text = PLAIN_KEY.test(name) ? name : quoted(name)
  if (name.length <= MAX_KEY_CHARACTERS && keyTexts.size < MAX_KEYS) keyTexts.set(name, text)
  return text
}

/**
 * Texts that must be quoted: a reader would take them for another type, a comment, a list item, structure or
 * trimmed space. The last alternative are lone surrogates, which are invalid in any text.
 */
const NOT_BARE =
  // eslint-disable-next-line no-control-regex -- control characters are what has to be found
  /^$|^[-# \t]|[ \t]$|^(?:true|false|null)$|^\+?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$|[:"\\[\]{},\u0000-\u001F\p{Surrogate}]/u

function cellText(value: Json | undefined): string {
  switch (typeof value) {
    case 'string':
      return NOT_BARE.test(value) ? quoted(value) : value
    case 'number':
      // As in JSON, minus zero becomes 0 and non-finite numbers become null.
      return Number.isFinite(value) ? String(value) : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return 'null'
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u

const ESCAPED: { readonly [character: string]: string } = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

function quoted(value: string): string {
  if (LONE_SURROGATE.test(value)) throw TOO_MUCH
  // eslint-disable-next-line no-control-regex -- control characters are what has to be escaped
  const inner = value.replace(/["\\\u0000-\u001F]/g, (character) => ESCAPED[character] ?? hex(character))
  return `"${inner}"`
}

function hex(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Lines between two checks of the clock: encoding is synchronous and takes up to 0.1 s per megabyte. */
const LINES = 500

/** Time slice of encoding before yielding to the event loop, milliseconds. */
const TIME_SLICE_MS = 12

/** A value as TOON, and as the JSON that the text decodes to. */
interface Toon {
  readonly text: string
  readonly json: object
}

/** Encodes a value as TOON. Omits undefined members, and replaces lone surrogates by U+FFFD. */
export async function toonOf(value: object): Promise<Toon> {
  const text = encodeSmall(value)
  if (text !== undefined) return { text, json: value }
  const json = plainJson(value)
  return { text: await encodeLarge(json), json }
}

/** JSON escapes a lone surrogate, which TOON cannot represent, but not a surrogate pair. */
const HALF_A_PAIR = /\\\\|\\ud[89a-f][\da-f]{2}/g

/** Returns a copy as JSON would transmit it. */
function plainJson(value: object): object {
  const text = JSON.stringify(value).replace(HALF_A_PAIR, (escape) => (escape === '\\\\' ? escape : '�'))
  return JSON.parse(text) as object
}

async function encodeLarge(json: object): Promise<string> {
  const lines: string[] = []
  let since = performance.now()
  for (const line of encodeLines(json)) {
    lines.push(line)
    if (lines.length % LINES === 0 && performance.now() - since > TIME_SLICE_MS) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      since = performance.now()
    }
  }
  return lines.join('\n')
}
