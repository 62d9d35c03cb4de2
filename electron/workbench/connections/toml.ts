/** A value of the part of TOML that hosts write their servers in: texts, numbers, switches, lists, tables. */
export type TomlValue =
  string | number | boolean | readonly TomlValue[] | { readonly [key: string]: TomlValue }

type Table = Record<string, TomlValue>

/** Thrown where a text is no TOML that we read; the place counts from 1. */
export class TomlError extends Error {
  readonly line: number
  readonly column: number

  constructor(text: string, at: number) {
    const before = text.slice(0, at).split('\n')
    super('This is not readable as TOML.')
    this.line = before.length
    this.column = (before.at(-1)?.length ?? 0) + 1
  }
}

/** Reads `key = value` and `[table]`; dates and lists of tables are left to hosts that have any. @throws TomlError */
export function parseToml(text: string): Table {
  return new Reader(text).read()
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Table {
    const root: Table = Object.create(null) as Table
    let table = root
    for (;;) {
      this.#skip(true)
      if (this.#at >= this.#text.length) return root
      if (this.#take('[')) {
        table = this.#tableAt(root, this.#path())
        if (!this.#take(']')) this.#fail()
      } else this.#assign(table)
      this.#skip(false)
      if (this.#at < this.#text.length && this.#text[this.#at] !== '\n') this.#fail()
    }
  }

  #fail(): never {
    throw new TomlError(this.#text, this.#at)
  }

  /** Blanks and comments; `lines` also goes over the ends of lines. */
  #skip(lines: boolean): void {
    const space = lines ? /(?:[ \t\r\n]|#[^\n]*)*/y : /(?:[ \t\r]|#[^\n]*)*/y
    space.lastIndex = this.#at
    this.#at += space.exec(this.#text)?.[0].length ?? 0
  }

  #take(sign: string): boolean {
    this.#skip(false)
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #match(pattern: RegExp): string | undefined {
    const found = new RegExp(pattern.source, 'y')
    found.lastIndex = this.#at
    const [whole] = found.exec(this.#text) ?? []
    if (whole !== undefined) this.#at += whole.length
    return whole
  }

  #path(): string[] {
    const path = [this.#key()]
    while (this.#take('.')) path.push(this.#key())
    return path
  }

  #key(): string {
    this.#skip(false)
    const bare = this.#match(/[\w-]+/)
    return bare ?? this.#string() ?? this.#fail()
  }

  #string(): string | undefined {
    const literal = this.#match(/'[^'\n]*'/)
    if (literal !== undefined) return literal.slice(1, -1)
    const start = this.#at
    const basic = this.#match(/"(?:[^"\\\n]|\\.)*"/)
    if (basic === undefined) return undefined
    try {
      return JSON.parse(basic) as string
    } catch {
      this.#at = start
      return this.#fail()
    }
  }

  #tableAt(root: Table, path: readonly string[]): Table {
    let table = root
    for (const key of path) {
      const next = (table[key] ??= Object.create(null) as Table)
      if (typeof next !== 'object' || Array.isArray(next)) this.#fail()
      table = next as Table
    }
    return table
  }

  #assign(table: Table): void {
    const path = this.#path()
    const last = path.pop() ?? ''
    if (!this.#take('=')) this.#fail()
    this.#tableAt(table, path)[last] = this.#value()
  }

  #value(): TomlValue {
    this.#skip(false)
    const text = this.#string()
    if (text !== undefined) return text
    const word = this.#match(/(?:true|false)(?!\w)|[+-]?\d[\d_]*(?:\.\d+)?(?![\w-])/)
    if (word === 'true' || word === 'false') return word === 'true'
    if (word !== undefined) return Number(word.replaceAll('_', ''))
    if (this.#take('[')) return this.#list()
    if (this.#take('{')) return this.#inline()
    return this.#fail()
  }

  #list(): TomlValue[] {
    const items: TomlValue[] = []
    for (;;) {
      this.#skip(true)
      if (this.#take(']')) return items
      items.push(this.#value())
      this.#skip(true)
      if (!this.#take(',') && !this.#text.startsWith(']', this.#at)) this.#fail()
    }
  }

  #inline(): Table {
    const table = Object.create(null) as Table
    while (!this.#take('}')) {
      this.#assign(table)
      if (!this.#take(',') && !(this.#skip(false), this.#text.startsWith('}', this.#at))) this.#fail()
    }
    return table
  }
}
