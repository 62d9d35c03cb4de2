import { useEffect, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { toolSchema, type Tool } from '../../mcp/protocol.ts'
import type { Ability } from '../../app/bench.ts'
import { useListing } from '../../mcp/use-listing.ts'

/** Tools that change a model; a server with one of them can be written to. */
const WRITE_TOOLS = ['model_import', 'entity_write', 'entity_expire'] as const

function isOff(tool: Tool): boolean {
  const meta = tool['_meta']
  return (
    typeof meta === 'object' &&
    meta !== null &&
    (meta as Record<string, unknown>)['enabledByDefault'] === false
  )
}

function abilityOf(tools: readonly Tool[]): Exclude<Ability, 'loading'> {
  const writing = tools.filter(({ name }) => WRITE_TOOLS.some((tool) => tool === name))
  if (writing.length === 0) return 'none'
  return writing.every(isOff) ? 'off' : 'on'
}

/** Whether a server takes writes: it has no tools for them, has switched them off, or takes them. Asked again when it was restarted. */
export function useAbility(connection: Connection | undefined): Ability {
  const { items, loading } = useListing(
    connection?.kind === 'model' ? connection.id : '',
    'tools/list',
    'tools',
    toolSchema,
  )
  const [known, setKnown] = useState<{ readonly id: string; readonly ability: Ability }>()
  const id = connection?.id
  const now = items.length === 0 && loading ? 'loading' : abilityOf(items)
  const away = connection?.kind === 'model' && connection.state !== 'ready'
  useEffect(() => {
    if (id !== undefined && !away && now !== 'loading') setKnown({ id, ability: now })
  }, [id, away, now])
  if (connection?.kind !== 'model') return 'none'
  // A server that is away is what it was: what is drafted or was just sent must not vanish with it.
  if (away && known?.id === id) return known?.ability ?? 'loading'
  return now
}
