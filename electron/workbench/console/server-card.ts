import { isFields } from '#shared/json/fields.ts'
import type { ServerCard } from '#shared/workbench/areas/console.ts'
import { readParts } from '../../node/http-body.ts'
import { fetch } from '../../node/outgoing.ts'

/** Cards are small. */
const MAX_BYTES = 256 * 1024
const MAX_WAIT_MS = 5000

/** URLs of a server's card: below its endpoint (SEP-2127), or where earlier drafts had it. */
const addressesOf = (endpoint: string): string[] => [
  `${endpoint.replace(/\/?(?:[?#].*)?$/, '')}/server-card`,
  new URL('/.well-known/mcp/server-card.json', endpoint).href,
]

/** Fetches the public card of a server, without credentials. Null if there is none. */
export async function readServerCard(endpoint: string, signal: AbortSignal): Promise<ServerCard | null> {
  for (const url of addressesOf(endpoint)) {
    const card = await cardAt(url, AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]))
    signal.throwIfAborted()
    if (card) return { url, card }
  }
  return null
}

async function cardAt(url: string, signal: AbortSignal): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, signal })
    if (!response.ok || !response.body) return undefined
    const text = await readParts(response.body as unknown as AsyncIterable<Uint8Array>, MAX_BYTES)
    const value: unknown = JSON.parse(text.toString('utf8'))
    return isFields(value) && typeof value['name'] === 'string' ? value : undefined
  } catch {
    // Most servers have no card and answer such a URL in various ways.
    return undefined
  }
}
