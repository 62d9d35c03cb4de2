import type { JsonObject } from '#shared/model/json.ts'
import { isJsonObject } from '#shared/model/json.ts'
import { resourcesOf } from '../resources/catalogue.ts'
import type { Service } from '../service.ts'
import { PROMPT_NAMES } from './prompts.ts'

/** Most values that an answer may hold (MCP). */
const MOST = 100

const STARTS = ['.model | limit 20', '.entity | limit 20', '.topo | limit 20']

/** Values for an argument that is being typed. Malformed pieces count as empty (spec §2.2). */
export async function complete(
  service: Service,
  workspace: string,
  params: JsonObject,
  signal?: AbortSignal,
): Promise<object> {
  const ref = isJsonObject(params['ref']) ? params['ref'] : {}
  const argument = isJsonObject(params['argument']) ? params['argument'] : {}
  const value = typeof argument['value'] === 'string' ? argument['value'] : ''
  const workspaces = [...new Set([workspace, ...(await service.store.workspaces(signal))])]
  const uris = resourcesOf(workspace).map(({ uri }) => uri)
  const candidates =
    argument['name'] === 'workspace'
      ? workspaces
      : ref['type'] === 'ref/resource'
        ? uris
        : ref['type'] === 'ref/prompt'
          ? [...PROMPT_NAMES, ...workspaces, ...STARTS]
          : workspaces
  const values = candidates.filter((one) => one.toLowerCase().includes(value.toLowerCase()))
  return {
    completion: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST },
  }
}
