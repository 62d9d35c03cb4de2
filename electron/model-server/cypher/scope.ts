import { type Name, planError } from '#shared/spl/cypher/index.ts'
import { nearest } from '#shared/spl/nearest.ts'

/** What a variable may stand for; patterns refuse a variable of the wrong kind before anything runs. */
export type BindingKind = 'node' | 'relation' | 'relations' | 'path' | 'value'

interface Binding {
  readonly slot: number
  readonly kind: BindingKind
}

/** Counts the slots of one kind of row; scopes that share rows share it. */
interface Frame {
  width: number
}

/** The variables visible at one point of a query and the row slots that hold them. */
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

  /** The binding of a variable that must exist. Throws QUERY_PLAN_ERROR naming the nearest one that does. */
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

  /** Adds a variable, hiding an outer one of the same name. */
  declare(name: string, kind: BindingKind): Binding {
    const binding = { slot: this.reserve(), kind }
    this.#bindings.set(name, binding)
    return binding
  }

  /** A slot without a name. */
  reserve(): number {
    const slot = this.frame.width
    this.frame.width += 1
    return slot
  }

  /** A scope that starts with the same variables and whose additions stay its own; rows are shared. */
  fork(): Scope {
    return new Scope(this.frame, this.#bindings)
  }

  /** Names in the order of their declaration. */
  names(): string[] {
    return [...this.#bindings.keys()]
  }
}
