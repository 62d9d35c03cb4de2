import type { Layout } from './layout.ts'

/** A parameter of our own statements: texts, whole numbers, and lists of texts, of lists of texts or of flat rows. */
export type StatementValue =
  | string
  | number
  | readonly string[]
  | readonly (readonly string[])[]
  | readonly { readonly [column: string]: string | number }[]

export type StatementParameters = { readonly [name: string]: StatementValue }

export type StatementRow = { readonly [column: string]: unknown }

/** A text column of a row; empty when there is none. */
export function textIn(row: StatementRow | undefined, column: string): string {
  const value = row?.[column]
  return typeof value === 'string' ? value : ''
}

/** Runs one parameterised statement inside whatever transaction it belongs to. */
export type RunStatement = (
  text: string,
  parameters?: StatementParameters,
) => Promise<readonly StatementRow[]>

/**
 * A graph database that runs our statements: the embedded one, or one behind Bolt. Errors are StoreErrors without secrets; an
 * aborted signal rejects with its reason.
 */
export interface Database {
  readonly layout: Layout
  /** One read-only statement. */
  read(text: string, parameters: StatementParameters, signal?: AbortSignal): Promise<readonly StatementRow[]>
  /** Runs `work` in one write transaction: committed when it resolves with `commit: true`, rolled back otherwise. */
  write<T>(
    work: (run: RunStatement) => Promise<{ commit: boolean; result: T }>,
    signal?: AbortSignal,
  ): Promise<T>
}
