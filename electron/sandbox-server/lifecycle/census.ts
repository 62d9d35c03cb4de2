import type { HeldCap } from '#shared/sandbox/refusals.ts'
import { didNotStart, isLive, type SandboxState } from '#shared/sandbox/states.ts'
import { holderId } from '../../node/access/holders.ts'
import type { Identity, SandboxRecord } from './record.ts'

export type Amounts = Readonly<Partial<Record<HeldCap, number>>>

type Kind = SandboxRecord['kind']

/** What a sandbox counts for: while it runs (CPUs, memory) and while it exists (disk). @param isWanted whether it is about to start */
export function amountsOf(record: SandboxRecord, isWanted = false): Amounts {
  const { kind, cpus, memory, disk, state } = record
  if (didNotStart(record) && !isWanted) return {}
  if (kind === 'gem') return isWanted || isLive(state) ? { environments: 1 } : {}
  if (isWanted || isLive(state)) return { sandboxes: 1, cpus, memory, disk }
  // A stopped sandbox retains its files.
  return state === 'deleted' ? {} : { disk }
}

/** The owners whose caps apply to a sandbox. */
export const holdersIn = ({ key, namespace }: Pick<Identity, 'key' | 'namespace'>): string[] => [
  ...(key === undefined ? [] : [holderId('key', key)]),
  holderId('namespace', namespace),
]

/** CPUs are summed as whole millionths, so that sums are exact. */
const PARTS = 1_000_000

/** Counts sandboxes by state, and what each owner of caps uses, incrementally: no query iterates over all sandboxes. */
export class Census {
  readonly #counts = new Map<string, number>()
  /** Of the pending ones, those whose start failed. */
  readonly #failed = new Map<Kind, number>()
  /** Amounts other than 0, by owner; CPUs in {@link PARTS}. */
  readonly #held: Held = new Map()
  /** The part of pending sandboxes. */
  readonly #pending: Held = new Map()
  #sessions = 0
  #onHeld: (holder: string) => void = () => undefined

  count(kind: Kind, state: SandboxState): number {
    return this.#counts.get(`${kind} ${state}`) ?? 0
  }

  /** Number of pending and running sandboxes of a kind, without those whose start failed. */
  live(kind: Kind): number {
    return this.count(kind, 'pending') + this.count(kind, 'running') - (this.#failed.get(kind) ?? 0)
  }

  get sessions(): number {
    return this.#sessions
  }

  heldBy(holder: string): Amounts {
    return amountsIn(this.#held, holder)
  }

  /** Sessions, environments, and what sandboxes use that are being started: unlike the others these are in no record that servers share. */
  unsharedBy(holder: string): Amounts {
    const { sessions = 0, environments = 0 } = this.heldBy(holder)
    return { ...amountsIn(this.#pending, holder), sessions, environments }
  }

  /** Owners that use anything. */
  holders(): Iterable<string> {
    return this.#held.keys()
  }

  /** Calls back when the amounts of an owner change. */
  watch(onHeld: (holder: string) => void): void {
    this.#onHeld = onHeld
  }

  /** Records a change of state; `before` is undefined for a new sandbox, `after` for a removed one. */
  moved(before: SandboxRecord | undefined, after: SandboxRecord | undefined): void {
    const isSame = before?.state === after?.state && before?.id === after?.id
    if (isSame && (!before || !after || didNotStart(before) === didNotStart(after))) return
    if (before) this.#add(before, -1)
    if (after) this.#add(after, 1)
    const changed = [before, after].flatMap((record) => (record ? holdersIn(record.identity) : []))
    for (const holder of new Set(changed)) this.#onHeld(holder)
  }

  /**
   * @param by the change in the number of the sandbox's sessions
   * @param key the id of the key that opened them; undefined for the server's own token
   */
  countSessions({ identity: { namespace } }: SandboxRecord, by: number, key: string | undefined): void {
    this.#sessions += by
    for (const holder of holdersIn({ key, namespace })) {
      add(this.#held, holder, 'sessions', by)
      this.#onHeld(holder)
    }
  }

  #add(record: SandboxRecord, by: 1 | -1): void {
    const name = `${record.kind} ${record.state}`
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by)
    if (didNotStart(record)) this.#failed.set(record.kind, (this.#failed.get(record.kind) ?? 0) + by)
    for (const holder of holdersIn(record.identity)) {
      for (const [cap, amount] of Object.entries(amountsOf(record))) {
        const parts = by * (cap === 'cpus' ? Math.round(amount * PARTS) : amount)
        add(this.#held, holder, cap as HeldCap, parts)
        if (record.state === 'pending') add(this.#pending, holder, cap as HeldCap, parts)
      }
    }
  }
}

type Held = Map<string, Map<HeldCap, number>>

function amountsIn(all: Held, holder: string): Amounts {
  const held = Object.fromEntries(all.get(holder) ?? []) as Partial<Record<HeldCap, number>>
  return held.cpus === undefined ? held : { ...held, cpus: held.cpus / PARTS }
}

function add(all: Held, holder: string, cap: HeldCap, by: number): void {
  const held = all.get(holder) ?? new Map<HeldCap, number>()
  const amount = (held.get(cap) ?? 0) + by
  if (amount === 0) held.delete(cap)
  else held.set(cap, amount)
  if (held.size === 0) all.delete(holder)
  else all.set(holder, held)
}
