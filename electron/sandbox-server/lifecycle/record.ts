import { randomUUID } from 'node:crypto'
import {
  historyLimit,
  nextState,
  type SandboxEvent,
  type SandboxState,
  type StateChange,
} from '#shared/sandbox/states.ts'
import { type NetworkPolicy, parseNetwork } from '#shared/sandbox/network-policy.ts'
import type { ImageSource, PullPolicy } from '../runtime/runtime.ts'

export type PhaseName = 'image_pull' | 'docker_run'
export interface Phase {
  readonly status: 'waiting' | 'running' | 'success' | 'failed' | 'timeout'
  readonly message: string
  /** Bytes, as far as known. */
  readonly progress?: { readonly done: number; readonly total: number }
  readonly started_at?: string
  readonly completed_at?: string
}

/** The requester of a sandbox, as stated by request headers (docs/sandbox-platform.md#headers). */
export interface Identity {
  readonly user: string
  readonly experiment: string
  readonly namespace: string
  /** Encrypted; the plain key is never stored. */
  readonly authorization?: string
  /** Id of the key that was used, whose limits apply. */
  readonly key?: string
}

/** The default identity. */
export const ANONYMOUS: Identity = { user: 'default', experiment: 'default', namespace: 'default' }

/** What to do when a sandbox's time is over (milliseconds since 1970); `stop` retains its files. */
export interface Deadline {
  readonly at: number
  /** Its duration when it was set. */
  readonly lastsMs: number
  readonly action: 'delete' | 'pause' | 'stop'
}

/**
 * Everything known about one sandbox; immutable, saved as JSON after every change. Times are milliseconds since 1970.
 */
export interface SandboxRecord {
  readonly id: string
  /** `gem`: an environment without processes. */
  readonly kind: 'sandbox' | 'gem'
  /** Display name and notes. */
  readonly name?: string
  readonly notes?: string
  /** Metadata by which client programs find their sandboxes. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Environment of every process. */
  readonly env?: Readonly<Record<string, string>>
  /** A deadline that use does not extend. */
  readonly deadline?: Deadline
  /** How long running jobs may extend its idle time. */
  readonly jobsUntil?: number | undefined
  /** Its processes are frozen. */
  readonly isPaused?: boolean
  /** The image reference as requested. */
  readonly image: string
  readonly source?: ImageSource
  readonly cpus: number
  /** Bytes. */
  readonly memory: number
  readonly disk: number
  /**
   * Its network, in the syntax of `start`; absent in old records, when all sandboxes shared the machine's network.
   */
  readonly network?: string
  readonly idleMinutes: number
  readonly autoDeleteSeconds?: number
  readonly autoArchiveSeconds?: number
  readonly startupSeconds: number
  readonly pull: PullPolicy
  /** The requested platform of the image: `linux/arm64`. */
  readonly platform?: string
  readonly accelerator?: { readonly count?: number; readonly type?: string }
  readonly identity: Identity
  readonly state: SandboxState
  readonly history: readonly StateChange[]
  readonly phases: Readonly<Partial<Record<PhaseName, Phase>>>
  readonly created: number
  readonly started?: number
  readonly stopped?: number
  readonly deleted?: number
  /** When it is stopped for being idle. */
  readonly expires: number
  /** When it is deleted after being stopped. */
  readonly deletes?: number
  /** Notices for the user, newest last: a stand-in image, an OOM-killed process, a restart. */
  readonly notices: readonly string[]
}

export const networkOf = ({ network }: SandboxRecord): NetworkPolicy =>
  parseNetwork(network ?? 'shared') ?? { mode: 'none', hosts: [] }

/** An id becomes a directory name and part of host names, so it may hold only harmless characters. */
export const ID_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** A random id: 32 hexadecimal digits. */
export const freshId = (): string => randomUUID().replaceAll('-', '')

/** ISO 8601 with the server's offset and whole seconds, the platform's time format. */
export function timestamp(time: number): string {
  const date = new Date(time)
  const offset = -date.getTimezoneOffset()
  const local = new Date(time + offset * 60_000).toISOString().slice(0, 19)
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`
}

/** Applies an event to a record; undefined if it is not allowed in that state. */
export function advance(record: SandboxRecord, event: SandboxEvent, now: number): SandboxRecord | undefined {
  const state = nextState(record.state, event)
  if (!state) return undefined
  if (state === record.state) return record
  const change: StateChange = {
    from_state: record.state,
    to_state: state,
    event,
    timestamp: timestamp(now),
  }
  return { ...record, state, history: [...record.history, change].slice(-historyLimit) }
}

export const withPhase = (record: SandboxRecord, name: PhaseName, phase: Phase): SandboxRecord => ({
  ...record,
  phases: { ...record.phases, [name]: phase },
})

/** Adds a notice unless it is present; at most the last twenty are retained. */
export const withNotice = (record: SandboxRecord, notice: string): SandboxRecord => ({
  ...record,
  notices: [...record.notices.filter((other) => other !== notice), notice].slice(-20),
})

export const withoutNotice = (record: SandboxRecord, notice: string): SandboxRecord => ({
  ...record,
  notices: record.notices.filter((other) => other !== notice),
})
