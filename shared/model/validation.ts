/** A problem at a path such as `elements[0].spec.fields[2].type`. */
export interface Diagnostic {
  readonly field: string
  readonly reason: string
  /** The allowed range. */
  readonly limit?: string
}

/** The answer of `model_validate`. */
export interface ValidationResult {
  readonly valid: boolean
  readonly errors?: readonly Diagnostic[]
  readonly warnings?: readonly Diagnostic[]
}

/** Result for one item of a write. */
export interface WriteItem {
  /** Stable key of the element, entity or relation; empty if it has none. */
  readonly id: string
  readonly ok: boolean
  readonly code?: string
  readonly message?: string
  readonly details?: { readonly [key: string]: unknown }
}

/** The answer of a write. */
export interface WriteResult {
  readonly accepted: number
  readonly failed: number
  readonly items?: readonly WriteItem[]
  readonly warnings?: readonly Diagnostic[]
}
