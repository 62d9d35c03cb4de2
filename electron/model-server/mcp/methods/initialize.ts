import type { JsonObject } from '#shared/model/json.ts'
import { showsApps } from '../resources/app.ts'
import { RPC, RpcError } from '../rpc.ts'
import type { Service } from '../service.ts'
import type { Session } from '../session.ts'
import { INSTRUCTIONS, serverInfo } from './discover.ts'
import { discovery } from './discovery.ts'

/** Newest first. The answer to an unknown version is the newest. */
export const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

export async function initialize(
  service: Service,
  session: Session,
  workspace: string,
  params: JsonObject,
): Promise<object> {
  const requested = params['protocolVersion']
  if (requested !== undefined && typeof requested !== 'string') {
    throw new RpcError(RPC.invalidParams, 'protocolVersion must be a string such as 2025-11-25')
  }
  const protocolVersion = PROTOCOL_VERSIONS.find((version) => version === requested) ?? PROTOCOL_VERSIONS[0]
  session.protocolVersion = protocolVersion
  session.showsApps = showsApps(params['capabilities'])
  return {
    protocolVersion,
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
      completions: {},
      logging: {},
    },
    serverInfo: serverInfo(service),
    instructions: INSTRUCTIONS,
    discovery: await discovery(service, workspace),
    _meta: { workspace, outputFormat: 'text/toon', protocols: ['stdio', 'streamable-http', 'http+sse'] },
  }
}
