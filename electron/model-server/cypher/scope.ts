import { type Name, planError } from '#shared/spl/cypher/index.ts'
import { nearest } from '#shared/spl/nearest.ts'

/** Kinds of variables; patterns refuse a variable of the wrong kind at compile time. */
export type BindingKind = 'node' | 'relation' | 'relations' | 'path' | 'value'

interface Binding {
  readonly slot: number
  readonly kind: BindingKind
}

/** Slot counter of one row layout, shared by the scopes that share rows. */
interface Frame {
  width: number
}

/** Variables visible at one point of a query, and their row slots. */
export class Scope {
  readonly frame: Frame
  readonly #bindings: Map<string, Binding>

  constructor(frame: Frame = { width: 0 }, bindings: Iterable<readonly [string, Binding]> = []) {
    this.frame = frame
    this.#bindings = new Map(bindings)
  }

  get(name: string): Binding | undefined {
    return this.#bindings.get(name)
  }

  /** Returns the binding of a variable. Throws QUERY_PLAN_ERROR with the most similar name if it does not exist. */
  need(variable: Name): Binding {
    const found = this.#bindings.get(variable.name)
    if (found) return found
    const suggestion = nearest(variable.name, this.names())
    const hint = suggestion ? `did you mean ${suggestion}?` : 'bind it in MATCH, UNWIND or WITH first.'
    throw planError(variable, `The variable ${variable.name} is not defined; ${hint}`, {
      found: variable.name,
      expected: this.names(),
      suggestion,
    })
  }

  /** Adds a variable, shadowing an outer one of the same name. */
  declare(name: string, kind: BindingKind): Binding {
    const binding = { slot: this.reserve(), kind }
    this.#bindings.set(name, binding)
    return binding
  }

  /** Reserves an anonymous slot. */
  reserve(): number {
    const slot = this.frame.width
    this.frame.width += 1
    return slot
  }

  /** Creates a child scope with the same variables; its additions do not affect the parent, and rows are shared. */
  fork(): Scope {
    return new Scope(this.frame, this.#bindings)
  }

  /** Names in order of declaration. */
  names(): string[] {
    return [...this.#bindings.keys()]
  }
}
