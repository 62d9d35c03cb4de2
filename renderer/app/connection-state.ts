import type { Connection } from '#shared/workbench/areas/connections.ts'

/** What a connection's state is called: one that wants to know who asks has not failed. */
export const stateWord = ({ state, failure }: Pick<Connection, 'state' | 'failure'>) =>
  state === 'failed' && failure?.step === 'signIn'
    ? ('app.state.unauthorised' as const)
    : (`app.state.${state}` as const)
