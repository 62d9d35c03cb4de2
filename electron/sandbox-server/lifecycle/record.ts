import { randomUUID } from 'node:crypto'
import {
  historyLimit,
  nextState,
  type SandboxEvent,
  type SandboxState,
  type StateChange,
} from '#shared/sandbox/states.ts'
import { type NetworkPolicy, parseNetwork } from '../network/policy.ts'
import type { ImageSource, PullPolicy } from '../runtime/runtime.ts'

export type PhaseName = 'image_pull' | 'docker_run'
export interface Phase {
  readonly status: 'waiting' | 'running' | 'success' | 'failed' | 'timeout'
  readonly message: string
  /** Bytes, as far as they are known. */
  readonly progress?: { readonly done: number; readonly total: number }
  readonly started_at?: string
  readonly completed_at?: string
}

/** Who asked for a sandbox, as far as the request's headers say (docs/sandbox-platform.md#headers). */
export interface Identity {
  readonly user: string
  readonly experiment: string
  readonly namespace: string
  /** Encrypted; the plain key is never kept. */
  readonly authorization?: string
  /** The id of the key it was asked with, whose caps it counts against. */
  readonly key?: string
}

/** Who asks where the request does not say. */
export const NOBODY: Identity = { user: 'default', experiment: 'default', namespace: 'default' }

/** What happens when the time of a sandbox is over (milliseconds since 1970); `stop` keeps its files. */
export interface Deadline {
  readonly at: number
  /** How far ahead it was when it was set. */
  readonly lastsMs: number
  readonly action: 'delete' | 'pause' | 'stop'
}

/** All that is known of one sandbox; immutable, saved as JSON after every change. Times are milliseconds since 1970. */
export interface SandboxRecord {
  readonly id: string
  /** `gem`: an environment without processes of its own. */
  readonly kind: 'sandbox' | 'gem'
  /** What a person calls it, and wants to remember of it. */
  readonly name?: string
  readonly notes?: string
  /** What programs that start sandboxes keep with them, to find them again. */
  readonly metadata?: Readonly<Record<string, string>>
  /** What every process finds in its environment. */
  readonly env?: Readonly<Record<string, string>>
  /** An end that use does not put off. */
  readonly deadline?: Deadline
  /** Beyond its idle time it is kept for jobs that run, until then at most. */
  readonly jobsUntil?: number | undefined
  /** Its processes are held. */
  readonly isPaused?: boolean
  /** The image reference as it was asked for. */
  readonly image: string
  readonly source?: ImageSource
  readonly cpus: number
  /** Bytes. */
  readonly memory: number
  readonly disk: number
  /** What it may reach, as `start` takes it; absent in records of a time when all shared the machine's network. */
  readonly network?: string
  readonly idleMinutes: number
  readonly autoDeleteSeconds?: number
  readonly autoArchiveSeconds?: number
  readonly startupSeconds: number
  readonly pull: PullPolicy
  /** What the image's programs are for, where that was asked for: `linux/arm64`. */
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
  /** When it is stopped for want of use. */
  readonly expires: number
  /** When a stopped one is deleted. */
  readonly deletes?: number
  /** Things the user should know, newest last: a stand-in image, a process killed for want of memory, a restart. */
  readonly notices: readonly string[]
}

export const networkOf = ({ network }: SandboxRecord): NetworkPolicy =>
  parseNetwork(network ?? 'shared') ?? { mode: 'none', hosts: [] }

/** An id becomes a directory name and part of host names, so it may hold only harmless characters. */
export const ID_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** A random id: 32 hexadecimal digits. */
export const freshId = (): string => randomUUID().replaceAll('-', '')

/** ISO 8601 with the server's offset and whole seconds, as the platform writes times. */
export function timestamp(time: number): string {
  const date = new Date(time)
  const offset = -date.getTimezoneOffset()
  const local = new Date(time + offset * 60_000).toISOString().slice(0, 19)
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`
}

/** The record after `event`, or undefined where the event is not allowed in its state. */
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

/** Adds a notice, once; at most the last twenty are kept. */
export const withNotice = (record: SandboxRecord, notice: string): SandboxRecord => ({
  ...record,
  notices: [...record.notices.filter((other) => other !== notice), notice].slice(-20),
})

export const withoutNotice = (record: SandboxRecord, notice: string): SandboxRecord => ({
  ...record,
  notices: record.notices.filter((other) => other !== notice),
})
