import { useEffect, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'

/** Platforms have their own bench; telemetry endpoints are queried by plans. */
const OF_ALL: ReadonlySet<string> = new Set(['overview', 'log'])

/** What a server may lack: its tab comes once the server has declared it, instead of going away again. */
const DECLARED: ReadonlySet<string> = new Set(['resources', 'prompts'])

/** Tells whether the tab of a connection has something behind it. What a server declared counts while it is away. */
export function useOffers(connection: Connection | undefined, current: string): (tab: string) => boolean {
  const id = connection?.id
  const since = useWorkbench(({ connections }) => {
    const known = connections.find((one) => one.id === id)
    return known?.kind === 'model' && known.state === 'ready' ? known.since : undefined
  })
  const [declared, setDeclared] = useState<Readonly<Record<string, Record<string, unknown>>>>({})
  useEffect(() => {
    if (id === undefined || since === undefined) return
    workbench.call('console.handshake', { connection: id }).then(
      ({ capabilities }) => setDeclared((before) => ({ ...before, [id]: capabilities })),
      () => undefined,
    )
  }, [id, since])
  const known = declared[id ?? '']
  if (connection && connection.kind !== 'model') return (tab) => OF_ALL.has(tab)
  return (tab) => !DECLARED.has(tab) || (known ? tab in known : tab === current)
}
