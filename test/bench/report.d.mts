import type { Row } from './row.ts'

interface Compared {
  readonly ratio?: number
  readonly met?: boolean
}
export type KeptRow = Row & Compared & { readonly module: string }

export function machine(): string
export function firstLine(): string
export function compared(row: Row, rows: readonly Row[]): Compared
export function keptLines(module: string, rows: readonly Row[]): string[]
export function readKept(text: string): { machine: string | undefined; rows: KeptRow[] }
export const CHANGES: string
export function changes(kept: readonly KeptRow[], module: string, rows: readonly Row[]): string
export function table(rows: readonly Row[]): string
