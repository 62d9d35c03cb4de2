/**
 * The life of a sandbox as a table (docs/sandbox-platform.md#states). Every change of state goes through
 * {@link nextState}; a pair that is not in the table is not allowed.
 */
export const sandboxStates = ['pending', 'running', 'stopped', 'archiving', 'archived', 'deleted'] as const
export type SandboxState = (typeof sandboxStates)[number]

export const sandboxEvents = [
  'alive',
  'stop',
  'stop_noop',
  'restart',
  'archive',
  'archive_done',
  'archive_failed',
  'restore',
  'restore_failed',
  'delete',
] as const
export type SandboxEvent = (typeof sandboxEvents)[number]

const transitions: Readonly<Record<SandboxState, Partial<Readonly<Record<SandboxEvent, SandboxState>>>>> = {
  pending: { alive: 'running', stop: 'stopped', restore_failed: 'archived' },
  running: { stop: 'stopped' },
  stopped: { stop_noop: 'stopped', restart: 'pending', archive: 'archiving', delete: 'deleted' },
  archiving: { archive_done: 'archived', archive_failed: 'stopped' },
  archived: { restore: 'pending', delete: 'deleted' },
  deleted: {},
}

/** The state that `event` leads to, or undefined where the event is not allowed. */
export const nextState = (state: SandboxState, event: SandboxEvent): SandboxState | undefined =>
  transitions[state][event]

/** One entry of `state_history`; the newest is last, at most 100 are kept. */
export interface StateChange {
  readonly from_state: SandboxState
  readonly to_state: SandboxState
  readonly event: SandboxEvent
  readonly timestamp: string
}

export const historyLimit = 100

/** A state in which processes may run; only these are listed and answer commands. */
export const isLive = (state: SandboxState): boolean => state === 'pending' || state === 'running'
