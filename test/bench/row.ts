/** A benchmark's result; see test/bench/run.mjs. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline?: string
  readonly aim?: { readonly most?: number; readonly least?: number; readonly of?: 'value' | 'ratio' }
}
