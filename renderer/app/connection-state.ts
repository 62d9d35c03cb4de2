import type { Connection } from '#shared/workbench/areas/connections.ts'

/**
 * What a connection's state is called: one that wants to know who asks has not failed, and one that nobody has allowed to run waits for
 * the person. At a platform nobody signs in, a token is wrong.
 */
export const stateWord = ({
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

/** Whether a connection is to a model: a server that is there says so in its resources; of one that is away it is unknown. */
export const mayHaveModel = ({ kind, state, prefix }: Pick<Connection, 'kind' | 'state' | 'prefix'>) =>
  kind === 'model' && (state !== 'ready' || prefix !== undefined)
