import type { SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { useWorkbench } from '../app/workbench.ts'
import { text } from '../i18n/text.ts'
import { toolSchema } from '../mcp/protocol.ts'
import { fetchListing } from '../mcp/use-listing.ts'

/** Milliseconds to wait for a server's tool list; slower servers are skipped. */
const MAX_WAIT_MS = 3000

/** Searches the tools of every ready MCP server. */
export async function searchTools(): Promise<readonly SearchResult[]> {
  const servers = useWorkbench
    .getState()
    .connections.filter(({ kind, state }) => kind === 'model' && state === 'ready')
  const lists = await Promise.allSettled(
    servers.map(async ({ id, name }): Promise<readonly SearchResult[]> => {
      const { items } = await fetchListing(
        id,
        'tools/list',
        'tools',
        toolSchema,
        AbortSignal.timeout(MAX_WAIT_MS),
      )
      return items.map((tool) => ({
        id: `console:${id}/${tool.name}`,
        title: tool.name,
        group: text('console.tab.tools'),
        more: name,
        run: () => openWith('console.tool', { connection: id, tool: tool.name }),
      }))
    }),
  )
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}
