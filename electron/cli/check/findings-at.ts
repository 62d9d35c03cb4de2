import { isJsonObject } from '#shared/model/json.ts'
import { withoutApi } from '../../workbench/connections/platform-probe.ts'
import { type Finding, TokenWanted, check } from './check.ts'
import { MODEL_CASES, ModelServer } from './model-cases.ts'
import { PLATFORM_CASES, PlatformServer, STATUS_OF_NONE } from './platform-cases.ts'
import { unreachable } from './unreachable.ts'

/**
 * Checks the server at a URL, whichever of the two kinds it is. Accepts a server's base URL, and one that was pasted with the path
 * of an API.
 * @throws when neither kind answers, or a token is required
 */
export async function findingsAt(
  given: string,
  headers: Readonly<Record<string, string>>,
  image: string,
): Promise<{ readonly title: string; readonly findings: readonly Finding[] }> {
  const bare = given.replace(/\/+$/, '')
  let wanted: TokenWanted | undefined
  for (const url of new URL(given).pathname === '/' ? [bare, `${bare}/mcp`] : [given]) {
    const model = new ModelServer(url, headers)
    const answered = await answerToPing(model)
    if (answered === 'MCP') {
      return { title: `Graph-model service at ${url}`, findings: await check(model, MODEL_CASES) }
    }
    wanted ??= answered
  }
  const url = withoutApi(bare)
  const platform = new PlatformServer(url, headers, image)
  const answered = await platform.call(STATUS_OF_NONE).catch((error: unknown) => {
    const why = unreachable(url, error)
    if (why !== undefined) throw new Error(why, { cause: error })
  })
  if (answered?.status === 401 || answered?.status === 403) throw new TokenWanted(url, answered.status)
  if (answered?.answer['status'] !== 'Failed') {
    throw wanted ?? new Error(`neither a graph-model service nor a sandbox platform answers at ${given}`)
  }
  return { title: `Sandbox platform at ${url}`, findings: await check(platform, PLATFORM_CASES) }
}

/** JSON-RPC's code for errors that a server does not name, such as an unknown path. */
const UNNAMED = -32000

async function answerToPing(server: ModelServer): Promise<'MCP' | TokenWanted | undefined> {
  try {
    const { result, error } = await server.send('ping')
    return isJsonObject(result) || (isJsonObject(error) && error['code'] !== UNNAMED) ? 'MCP' : undefined
  } catch (error) {
    return error instanceof TokenWanted ? error : undefined
  }
}
