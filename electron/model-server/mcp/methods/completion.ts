import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { continuations } from '#shared/spl/service/complete.ts'
import { modelFactsOf } from '#shared/spl/service/model.ts'
import { resourcesOf } from '../resources/catalogue.ts'
import type { Service } from '../service.ts'
import { PROMPT_NAMES } from './prompts.ts'

/** Maximum values in an answer (MCP). */
const MAX_VALUES = 100

const STARTS = ['.model | limit 20', '.entity | limit 20', '.topo | limit 20']

/** Returns matching starter queries, and complete texts that continue what was typed. */
async function queries(
  service: Service,
  workspace: string,
  value: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const starts = matching(STARTS, value)
  const facts = modelFactsOf(await service.store.workspace(workspace).elements(signal))
  return [...starts, ...continuations(value, facts)]
}

function matching(candidates: readonly string[], value: string): string[] {
  return candidates.filter((one) => one.toLowerCase().includes(value.toLowerCase()))
}

/** Completes an argument. Malformed parts count as empty (docs/model-service.md#methods). */
export async function complete(
  service: Service,
  workspace: string,
  params: JsonObject,
  signal?: AbortSignal,
): Promise<object> {
  const ref = isJsonObject(params['ref']) ? params['ref'] : {}
  const argument = isJsonObject(params['argument']) ? params['argument'] : {}
  const value = typeof argument['value'] === 'string' ? argument['value'] : ''
  const values = await valuesFor(service, workspace, ref['type'], argument['name'], value, signal)
  const unique = [...new Set(values)]
  return {
    completion: {
      values: unique.slice(0, MAX_VALUES),
      total: unique.length,
      hasMore: unique.length > MAX_VALUES,
    },
  }
}

async function valuesFor(
  service: Service,
  workspace: string,
  ref: unknown,
  argument: unknown,
  value: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const workspaces = [workspace, ...(await service.store.workspaces(signal))]
  const uris = resourcesOf(workspace).map(({ uri }) => uri)
  if (ref === 'ref/resource')
    return matching(argument === 'workspace' ? [...workspaces, ...uris] : uris, value)
  if (argument === 'workspace') return matching(workspaces, value)
  if (ref !== 'ref/prompt') return matching(workspaces, value)
  if (argument === 'query') return queries(service, workspace, value, signal)
  if (argument === 'focus') {
    const facts = modelFactsOf(await service.store.workspace(workspace).elements(signal))
    const entitySets = facts.elements.filter(({ kind }) => kind === 'entity_set')
    return matching([...facts.domains, ...entitySets.map(({ name }) => name)], value)
  }
  return [
    ...matching([...PROMPT_NAMES, ...workspaces], value),
    ...(await queries(service, workspace, value, signal)),
  ]
}
