import type { SentenceKey } from '#shared/workbench/sentences/en.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'

/** Failures of a model server that was sent a key or token. */
const KEY_REFUSED: ReadonlySet<string> = new Set<SentenceKey>(['START.keyExpired', 'START.keyRefused'])

/**
 * Message key for a connection's state: one that needs a sign-in has not failed, and one that was never
 * approved waits for the user. Platforms have no sign-in; there, and where a key or token was sent, that is wrong.
 */
export const stateMessage = ({
  kind,
  state,
  failure,
  consent,
}: Pick<Connection, 'kind' | 'state' | 'failure' | 'consent'>) => {
  if (state === 'stopped' && consent) return 'app.state.consent' as const
  return state === 'failed' && failure?.step === 'signIn'
    ? kind === 'model' && !KEY_REFUSED.has(failure.said?.key ?? '')
      ? ('app.state.signIn' as const)
      : ('app.state.unauthorised' as const)
    : (`app.state.${state}` as const)
}

/** Whether the user's key or token for a connection counts no longer, so that another has to be entered. */
export const isKeyRefused = (
  connection: Parameters<typeof stateMessage>[0] & Pick<Connection, 'embedded'>,
): boolean => !connection.embedded && stateMessage(connection) === 'app.state.unauthorised'

/**
 * Whether a connection may be to a model server: a connected server says so in its resources; for a
 * disconnected one it is unknown.
 */
export const mayHaveModel = ({ kind, state, prefix }: Pick<Connection, 'kind' | 'state' | 'prefix'>) =>
  kind === 'model' && (state !== 'ready' || prefix !== undefined)
