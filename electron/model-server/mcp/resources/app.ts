import { type Json, isJsonObject } from '#shared/model/json.ts'
import { APP_MIME_TYPE, APPS_EXTENSION } from '#shared/model/mcp-apps.ts'
import type { Service } from '../service.ts'

/** Hosts show a page of ours beside a tool's answer. The page itself is `renderer/viewer/app.ts`. */
export const APP_URI = 'ui://orrery/graph'

/** Whether a client's capabilities say that it shows apps. */
export function showsApps(capabilities: Json | undefined): boolean {
  const extensions = isJsonObject(capabilities) ? capabilities['extensions'] : undefined
  const extension = isJsonObject(extensions) ? extensions[APPS_EXTENSION] : undefined
  const types = isJsonObject(extension) ? extension['mimeTypes'] : undefined
  return Array.isArray(types) && types.includes(APP_MIME_TYPE)
}

/** As `resources/list` names it. */
export const APP_RESOURCE = {
  uri: APP_URI,
  name: 'graph',
  title: 'Graph of an answer',
  description: 'Shows the rows of query_spl_execute as a graph, or as a table where they hold none.',
  mimeType: APP_MIME_TYPE,
} as const

/** Nothing from outside is asked for: a host need not allow any place. */
const PAGE_META = { ui: { csp: {}, prefersBorder: true } }

export async function readApp({ graphApp }: Service): Promise<object | undefined> {
  const text = await graphApp?.()
  if (text === undefined) return undefined
  return { contents: [{ uri: APP_URI, mimeType: APP_MIME_TYPE, text, _meta: PAGE_META }] }
}
