import { setTimeout as pause } from 'node:timers/promises'
import { Gate } from '../../../../../electron/model-server/graphstore/bolt/gate.ts'
import { type Conversation, type Extra, Lost, Refusal, type Row, listen } from './connection.ts'
import { EMPTY, type State, execute } from './engine.ts'

/**
 * A cluster of three servers for tests, in this process: the leader accepts writes, the followers lag behind it and serve
 * reads. It injects the faults that clusters have. Sockets and driver are real, the engine is engine.ts.
 */
export type Fault =
  | 'deadlock'
  | 'database away'
  | 'authorization expired'
  | 'token expired'
  | 'another leads'
  | 'connection lost'
  | 'no routing table'
  | 'old routing table'
  | 'commit fails in passing'
  | 'lost before the commit'
  | 'lost after the commit'
  | 'lost while it commits'

/** The faults of each moment of a conversation. */
const FAULTS: { readonly [moment in Moment]: readonly Fault[] } = {
  route: ['no routing table', 'connection lost', 'old routing table'],
  begin: ['database away', 'authorization expired', 'token expired', 'connection lost'],
  run: ['deadlock', 'another leads', 'connection lost', 'token expired'],
  commit: [
    'commit fails in passing',
    'lost before the commit',
    'lost after the commit',
    'lost while it commits',
    'another leads',
  ],
}

type Moment = 'route' | 'begin' | 'run' | 'commit'

const REFUSALS: { readonly [fault in Fault]?: string } = {
  deadlock: 'Neo.TransientError.Transaction.DeadlockDetected',
  'database away': 'Neo.TransientError.General.DatabaseUnavailable',
  'authorization expired': 'Neo.ClientError.Security.AuthorizationExpired',
  'token expired': 'Neo.ClientError.Security.TokenExpired',
  'another leads': 'Neo.ClientError.Cluster.NotALeader',
  'no routing table': 'Neo.TransientError.General.DatabaseUnavailable',
  'commit fails in passing': 'Neo.TransientError.Cluster.ReplicationFailure',
}

export interface ClusterOptions {
  /** Chooses a fault among the possible ones; undefined for none. */
  fault(possible: readonly Fault[], moment: Moment): Fault | undefined
  /** Milliseconds by which a follower lags behind. */
  lag(): number
  /** Seconds that a routing table is valid; 300 by default. */
  readonly ttl?: number
}

interface Member {
  address: string
  version: number
  state: State
}

const MEMBERS = 3

export class Cluster {
  readonly #options: ClusterOptions
  readonly #members: Member[] = []
  readonly #closers: (() => Promise<void>)[] = []
  /** Serialises write transactions, from their first statement to their end. */
  readonly #writing = new Gate()
  #leader = 0
  #formerLeader = 0
  /** How often each fault was injected. */
  readonly faults = new Map<Fault, number>()
  /** Number of times a member waited for a bookmark that it had not reached. */
  waitedFor = 0
  readsOfFollowers = 0

  private constructor(options: ClusterOptions) {
    this.#options = options
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(options)
    for (let index = 0; index < MEMBERS; index++) {
      const member: Member = { address: '', version: 0, state: EMPTY }
      const { address, close } = await listen('5.4', () => cluster.#conversation(member))
      member.address = address
      cluster.#members.push(member)
      cluster.#closers.push(close)
    }
    return cluster
  }

  get uri(): string {
    return `neo4j://${this.#members[0]?.address}`
  }

  /** The leader's address, without routing. */
  get directUri(): string {
    return `bolt://${this.#leading.address}`
  }

  get followerUri(): string {
    return `bolt://${this.#members.find((member) => member !== this.#leading)?.address}`
  }

  /** The committed state. */
  get state(): State {
    return this.#leading.state
  }

  async close(): Promise<void> {
    for (const close of this.#closers) await close()
  }

  get #leading(): Member {
    return this.#members[this.#leader] as Member
  }

  /** Makes another member the leader; it has all committed data by then. */
  #electAnother(): void {
    const { state, version } = this.#leading
    this.#formerLeader = this.#leader
    this.#leader = (this.#leader + 1) % MEMBERS
    Object.assign(this.#leading, { state, version })
  }

  #commit(state: State): string {
    const version = this.#leading.version + 1
    Object.assign(this.#leading, { state, version })
    for (const member of this.#members) {
      const lag = this.#options.lag()
      setTimeout(() => {
        if (member.version < version) Object.assign(member, { state, version })
      }, lag).unref()
    }
    return `version:${version}`
  }

  #table(leader: number) {
    const addresses = this.#members.map(({ address }) => address)
    const [writer] = addresses.splice(leader, 1)
    return {
      ttl: this.#options.ttl ?? 300,
      db: 'neo4j',
      servers: [
        { role: 'WRITE', addresses: [writer] },
        { role: 'READ', addresses },
        { role: 'ROUTE', addresses: [writer, ...addresses] },
      ],
    }
  }

  /** Injects a fault. @throws Refusal or Lost for faults that end the message; returns the others */
  #disturb(moment: Moment): Fault | undefined {
    const fault = this.#options.fault(FAULTS[moment], moment)
    if (fault === undefined) return undefined
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
    if (fault === 'another leads') this.#electAnother()
    if (fault === 'connection lost' || fault === 'lost before the commit') throw new Lost()
    const code = REFUSALS[fault]
    if (code !== undefined) throw new Refusal(code, fault)
    return fault
  }

  async #reach(member: Member, { bookmarks }: Extra): Promise<void> {
    const wanted = Math.max(0, ...((bookmarks ?? []) as string[]).map((one) => Number(one.split(':')[1])))
    if (member.version >= wanted) return
    this.waitedFor += 1
    while (member.version < wanted) await pause(1)
  }

  #conversation(member: Member): Conversation {
    let open: { state: State; mode: unknown } | undefined
    let leave: (() => void) | undefined
    const takeTurn = () =>
      new Promise<void>((begun) => {
        void this.#writing.pass(
          () =>
            new Promise<void>((ended) => {
              leave = ended
              begun()
            }),
        )
      })
    const end = () => {
      open = undefined
      leave?.()
      leave = undefined
    }
    const refuseFollower = (mode: unknown) => {
      if (mode !== 'r' && member !== this.#leading)
        throw new Refusal('Neo.ClientError.Cluster.NotALeader', 'another leads')
    }
    return {
      logOn: () => {},
      begin: async (extra) => {
        this.#disturb('begin')
        await this.#reach(member, extra)
        refuseFollower(extra['mode'])
        open = { state: member.state, mode: extra['mode'] }
      },
      run: async (text: string, parameters: Row, extra: Extra) => {
        this.#disturb('run')
        if (open) {
          refuseFollower(open.mode)
          if (open.mode !== 'r' && !leave) {
            await takeTurn()
            // Meanwhile others have committed, or another member has become the leader.
            refuseFollower(open.mode)
            open.state = member.state
          }
          const outcome = execute(open.state, text, parameters)
          open.state = outcome.state
          return { rows: outcome.rows }
        }
        await this.#reach(member, extra)
        if (extra['mode'] === 'r') {
          if (member !== this.#leading) this.readsOfFollowers += 1
          const { rows } = execute(member.state, text, parameters)
          return { rows, bookmark: `version:${member.version}` }
        }
        await takeTurn()
        try {
          refuseFollower(extra['mode'])
          const { state, rows } = execute(member.state, text, parameters)
          return { rows, bookmark: this.#commit(state) }
        } finally {
          end()
        }
      },
      commit: async () => {
        if (!open) throw new Refusal('Neo.ClientError.Request.Invalid', 'there is no transaction')
        if (open.mode === 'r' || !leave) {
          end()
          return `version:${member.version}`
        }
        const fault = this.#disturb('commit')
        refuseFollower(open.mode)
        if (fault === 'lost while it commits') {
          const { state } = open
          const done = leave
          open = undefined
          leave = undefined
          setTimeout(() => {
            // It holds the write lock until now, so the leader's state is still the one it started from.
            this.#commit(state)
            done()
          }, 5)
          throw new Lost()
        }
        const bookmark = this.#commit(open.state)
        end()
        if (fault === 'lost after the commit') throw new Lost()
        return bookmark
      },
      rollback: async () => end(),
      route: () => {
        const fault = this.#disturb('route')
        return this.#table(fault === 'old routing table' ? this.#formerLeader : this.#leader)
      },
    }
  }
}
