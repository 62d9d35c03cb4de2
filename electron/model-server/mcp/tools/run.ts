import type { JsonObject } from '#shared/model/json.ts'
import { importTool, validateTool } from '../../elements/import.ts'
import { expireTool } from '../../entities/expire.ts'
import { writeTool } from '../../entities/write.ts'
import { executeQuery, explainQuery } from '../../query/engine.ts'
import { queryExamples } from '../../query/examples.ts'
import { decodeQueryRequest } from '../../query/request.ts'
import { ServiceError } from '../../service-error.ts'
import type { Service } from '../service.ts'

type Tool = (
  service: Service,
  workspace: string,
  args: JsonObject,
  stop?: AbortController,
) => Promise<unknown>

const tools: { readonly [name: string]: Tool } = {
  query_spl_execute: ({ store }, workspace, args, stop) =>
    executeQuery(store, workspace, decodeQueryRequest(args), stop),
  query_spl_explain: ({ store }, workspace, args, stop) =>
    explainQuery(store, workspace, decodeQueryRequest(args), stop),
  query_spl_examples: async ({ store }, workspace) =>
    (await queryExamples(store.workspace(workspace))).map(({ query }) => query),
  model_validate: async ({ store }, workspace, args, stop) =>
    validateTool(store.workspace(workspace), args, stop?.signal),
  model_import: async ({ store, importRoot: root, parse }, workspace, args, stop) =>
    importTool(store.workspace(workspace), args, { root, parse, signal: stop?.signal }),
  entity_write: async ({ store }, workspace, args, stop) => writeTool(store, workspace, args, stop?.signal),
  entity_expire: async ({ store }, workspace, args, stop) =>
    expireTool(store.workspace(workspace), args, stop?.signal),
  query_plan_run: async ({ telemetry }, _workspace, args, stop) => {
    const result = await telemetry?.run(args, stop?.signal)
    if (!result || !('refused' in result)) return result
    const { code, message, details } = result.refused
    throw new ServiceError(code, message, details)
  },
}

/** @throws ServiceError and everything that `toServiceError` converts */
export async function runTool(
  service: Service,
  workspace: string,
  name: string,
  args: JsonObject,
  stop: AbortController | undefined,
): Promise<unknown> {
  const tool = tools[name]
  if (!tool)
    throw new ServiceError('PROVIDER_UNAVAILABLE', `${name} is not wired in this server.`, { tool: name })
  return tool(service, workspace, args, stop)
}
