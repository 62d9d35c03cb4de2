import { useCallback } from 'react'
import { hasRole, type Role } from '#shared/sandbox/own-key.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { type Text, useText } from '../i18n/text.ts'
import { useWorkbench } from './workbench.ts'

/** Why the key of a connection does not allow what needs a role; undefined if it does, or if nothing is known of a key. */
export function keyRefusal(
  t: Text,
  { key, name }: Pick<Connection, 'key' | 'name'>,
  needs: Role = 'user',
): string | undefined {
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
