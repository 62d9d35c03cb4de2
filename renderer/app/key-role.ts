import { useCallback } from 'react'
import { hasRole, type Role } from '#shared/sandbox/own-key.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { localizeFailure, type Text, useText } from '../i18n/text.ts'
import { isKeyRefused } from './connection-state.ts'
import { useWorkbench } from './workbench.ts'

/**
 * Why the key of a connection does not allow what needs a role: it counts no longer, or has another role. Undefined if it does, or if nothing
 * is known of a key.
 */
export function keyRefusal(
  t: Text,
  connection: Pick<Connection, 'key' | 'name'> & Parameters<typeof isKeyRefused>[0],
  needs: Role = 'user',
): string | undefined {
  const { key, name, failure } = connection
  if (failure && isKeyRefused(connection)) return localizeFailure(failure).message
  if (!key || hasRole(key.role, needs)) return undefined
  return t(key.role === 'viewer' ? 'app.key.viewer' : 'app.key.user', { key: key.name, name, needs })
}

/** {@link keyRefusal} of connections by id. */
export type KeyRefusal = (connection: string, needs?: Role) => string | undefined

export function useKeyRefusal(): KeyRefusal {
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  return useCallback(
    (id, needs) => {
      const connection = connections.find((one) => one.id === id)
      return connection && keyRefusal(t, connection, needs)
    },
    [connections, t],
  )
}
