import type { EntityScan, RelationScan } from '../store.ts'
import { timeParameters, uidEnd, uidOf, visibleCondition } from './columns.ts'
import type { StatementParameters, StatementValue } from './database.ts'

/** Builder for a WHERE clause; every value becomes a parameter. */
export class Conditions {
  readonly #parts: string[] = []
  readonly #values: { [name: string]: StatementValue } = {}

  /** Adds a condition with `?` as placeholder for the value. */
  add(condition: string, value: StatementValue): this {
    const name = `p${this.#parts.length}`
    this.#parts.push(condition.replace('?', `$${name}`))
    this.#values[name] = value
    return this
  }

  /** Requires one of the columns to contain the text. */
  either(columns: readonly string[], text: string): this {
    const name = `p${this.#parts.length}`
    this.#parts.push(`(${columns.map((column) => `${column} CONTAINS $${name}`).join(' OR ')})`)
    this.#values[name] = text
    return this
  }

  plain(condition: string, values: StatementParameters = {}): this {
    this.#parts.push(condition)
    Object.assign(this.#values, values)
    return this
  }

  /** Matches an exact name, a prefix if it ends in `*`, anything if it is absent or `*` alone. */
  name(
    column: string,
    pattern: string | undefined,
    value: (plain: string) => string = (plain) => plain,
  ): this {
    if (pattern === undefined || pattern === '' || pattern === '*') return this
    return pattern.endsWith('*')
      ? this.add(`${column} STARTS WITH ?`, value(pattern.slice(0, -1)))
      : this.add(`${column} = ?`, value(pattern))
  }

  get text(): string {
    return this.#parts.join(' AND ')
  }

  get parameters(): StatementParameters {
    return this.#values
  }
}

/** Restricts to the workspace, after the last row of the previous page. */
export function paged(alias: string, workspace: string, after: string): Conditions {
  return new Conditions()
    .add(`${alias}.uid > ?`, after === '' ? uidOf(workspace, '') : after)
    .add(`${alias}.uid < ?`, uidEnd(workspace))
}

export function entityConditions(workspace: string, scan: EntityScan, after: string): Conditions {
  const conditions = paged('e', workspace, after)
    .plain(visibleCondition('e', scan.time), timeParameters(scan.time))
    .name('e.domain', scan.domain)
    .name('e.type', scan.type)
  if (scan.ids) conditions.add('e.id IN ?', scan.ids)
  if (scan.text) conditions.add('e.text CONTAINS ?', scan.text.toLowerCase())
  // A property equal to a text is part of the search text; the caller checks the property itself.
  for (const { value } of scan.equal ?? [])
    if (value !== '') conditions.add('e.text CONTAINS ?', value.toLowerCase())
  return conditions
}

export function relationConditions(workspace: string, scan: RelationScan, after: string): Conditions {
  const conditions = paged('r', workspace, after)
    .plain(visibleCondition('r', scan.time), timeParameters(scan.time))
    .name('r.type', scan.type)
    .name('a.uid', scan.src, (key) => uidOf(workspace, key))
    .name('b.uid', scan.dest, (key) => uidOf(workspace, key))
  if (scan.text) conditions.add('r.text CONTAINS ?', scan.text.toLowerCase())
  return conditions
}
