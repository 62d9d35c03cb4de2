import type { Connection } from '#shared/workbench/areas/connections.ts'

/**
 * Message key for a connection's state: one that needs a sign-in has not failed, and one that was never
 * approved waits for the user. Platforms have no sign-in; there, the token is wrong.
 */
export const stateMessage = ({
  kind,
  state,
  failure,
  consent,
}: Pick<Connection, 'kind' | 'state' | 'failure' | 'consent'>) => {
  if (state === 'stopped' && consent) return 'app.state.consent' as const
  return state === 'failed' && failure?.step === 'signIn'
    ? kind === 'model'
      ? ('app.state.signIn' as const)
      : ('app.state.unauthorised' as const)
    : (`app.state.${state}` as const)
}

/**
 * Whether a connection may be to a model server: a connected server says so in its resources; for a
 * disconnected one it is unknown.
 */
export const mayHaveModel = ({ kind, state, prefix }: Pick<Connection, 'kind' | 'state' | 'prefix'>) =>
  kind === 'model' && (state !== 'ready' || prefix !== undefined)
