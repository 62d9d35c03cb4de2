import { useEffect, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { toolSchema, type Tool } from '../../mcp/protocol.ts'
import type { Ability } from '../../app/bench.ts'
import { useListing } from '../../mcp/use-listing.ts'

/** Tools that change a model; a server with one of them is writable. */
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

/** Whether a server is writable: no write tools, disabled, or enabled. Rechecked after a restart. */
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
  // A disconnected server keeps its last state: drafts and results must not disappear with it.
  if (away && known?.id === id) return known?.ability ?? 'loading'
  return now
}
