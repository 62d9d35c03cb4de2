import { type Json, isJsonObject } from '#shared/model/json.ts'
import { APP_MIME_TYPE, APPS_EXTENSION } from '#shared/model/mcp-apps.ts'
import type { Service } from '../service.ts'

/** The page that hosts show beside a tool's answer. Its source is `renderer/viewer/app.ts`. */
export const APP_URI = 'ui://orrery/graph'

/** Whether a client declared support for apps. */
export function showsApps(capabilities: Json | undefined): boolean {
  const extensions = isJsonObject(capabilities) ? capabilities['extensions'] : undefined
  const extension = isJsonObject(extensions) ? extensions[APPS_EXTENSION] : undefined
  const types = isJsonObject(extension) ? extension['mimeTypes'] : undefined
  return Array.isArray(types) && types.includes(APP_MIME_TYPE)
}

/** Its entry in `resources/list`. */
export const APP_RESOURCE = {
  uri: APP_URI,
  name: 'graph',
  title: 'Graph of an answer',
  description: 'Shows the rows of query_spl_execute as a graph, or as a table where they hold none.',
  mimeType: APP_MIME_TYPE,
} as const

/** It loads nothing external, so a host need not allow any origin. */
const PAGE_META = { ui: { csp: {}, prefersBorder: true } }

export async function readApp({ graphApp }: Service): Promise<object | undefined> {
  const text = await graphApp?.()
  if (text === undefined) return undefined
  return { contents: [{ uri: APP_URI, mimeType: APP_MIME_TYPE, text, _meta: PAGE_META }] }
}
