/**
 * State machine of a sandbox (docs/sandbox-platform.md#states). Every transition goes through {@link
 * nextState}; pairs not in the table are not allowed.
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

/** Returns the state after `event`, or undefined if the event is not allowed. */
export const nextState = (state: SandboxState, event: SandboxEvent): SandboxState | undefined =>
  transitions[state][event]

/** An entry of `state_history`; newest last, at most 100. */
export interface StateChange {
  readonly from_state: SandboxState
  readonly to_state: SandboxState
  readonly event: SandboxEvent
  readonly timestamp: string
}

export const historyLimit = 100

/** Whether a start failed: platforms leave such a sandbox pending, with the failed phase. */
export const didNotStart = ({
  state,
  phases,
}: {
  readonly state: string
  readonly phases: Readonly<Record<string, { readonly status: string } | undefined>>
}): boolean =>
  state === 'pending' &&
  Object.values(phases).some((phase) => /^(?:failed|timeout)$/i.test(phase?.status ?? ''))

/** Whether processes may run; only such sandboxes are listed and accept commands. */
export const isLive = (state: SandboxState): boolean => state === 'pending' || state === 'running'
