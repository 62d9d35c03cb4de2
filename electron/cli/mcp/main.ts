import { text } from 'node:stream/consumers'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFields } from '#shared/json/fields.ts'
import { ConnectionFile } from '../../workbench/connections/connection-file.ts'
import { isAllowedIn } from '../../workbench/connections/consents.ts'
import type { ServerDefinition } from '../../workbench/connections/definition.ts'
import { EMBEDDED_MODEL, sampleModel } from '../../workbench/connections/embedded.ts'
import { routesOf } from '../../workbench/connections/own-connections.ts'
import { defaultDataFolder } from '../../workbench/data-folder.ts'
import type { ModelRoute } from '../../workbench/models/model-connection.ts'
import { ModelSession } from '../../workbench/models/model-session.ts'
import { nodePrograms } from '../../workbench/programs.ts'
import { plainBox, Secrets } from '../../workbench/secrets/secrets.ts'
import { HELP, readWords, WrongWords } from './words.ts'

/** The connection that comes with Orrery. */
const SAMPLE = 'sample'

const programs = nodePrograms(dirname(fileURLToPath(import.meta.url)))

/** What a connection's word means. @throws WrongWords where it is no address and no server that may run */
async function definitionOf(
  connection: string,
  headers: Readonly<Record<string, string>>,
  folder: string,
): Promise<ServerDefinition> {
  if (/^https?:\/\//.test(connection)) return { url: connection, headers: { ...headers } }
  const file = new ConnectionFile(join(folder, 'connections.json'))
  const { servers, error } = await file.load()
  if (error) throw new WrongWords(`${file.path}, line ${error.line}: ${error.message}`)
  const kept = servers.get(connection)
  if (kept === undefined && connection === SAMPLE) return sampleModel(programs)(EMBEDDED_MODEL).definition
  if (kept === undefined) {
    const names = [SAMPLE, ...servers.keys()].join(', ')
    throw new WrongWords(
      `there is no connection ${JSON.stringify(connection)} in ${file.path}; known are ${names}`,
    )
  }
  if (kept.command !== undefined && !(await isAllowedIn(folder, kept)))
    throw new WrongWords(
      `you have not allowed the program of ${connection} to run; start it in the workbench once`,
    )
  return kept
}

/** Opens the first way that leads there. */
async function open(name: string, routes: readonly ModelRoute[], signal: AbortSignal): Promise<ModelSession> {
  const [route, ...others] = routes
  if (route === undefined) throw new Error(`there is no way to ${name}`)
  const decline = () => Promise.reject(new Error('nobody is here to answer'))
  try {
    const transport = await route.open({
      onStderr: () => undefined,
      onNoise: () => undefined,
      onTrace: () => undefined,
    })
    return await ModelSession.start(
      transport,
      {
        name,
        version: process.env['ORRERY_VERSION'] ?? 'dev',
        onNotification: () => undefined,
        onQuestion: decline,
        roots: () => ({ roots: [] }),
      },
      signal,
    )
  } catch (error) {
    if (others.length > 0 && route.tryNext?.(error)) return open(name, others, signal)
    throw error
  }
}

/** @throws WrongWords when it is no JSON object */
async function readJson(json: string | undefined): Promise<Record<string, unknown>> {
  if (json === undefined) return {}
  const source = json === '-' ? await text(process.stdin) : json
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    throw new WrongWords(`the arguments are no JSON: ${(error as Error).message}`)
  }
  if (!isFields(value)) throw new WrongWords('the arguments are no JSON object')
  return value
}

async function ask(wish: Exclude<ReturnType<typeof readWords>, 'help'>): Promise<number> {
  const { connection, request, headers, timeoutMs, data: folder = defaultDataFolder() } = wish
  const given = await readJson(request.json)
  const { argumentsAs } = request
  const params = argumentsAs ? { ...request.params, [argumentsAs]: given } : { ...request.params, ...given }
  const definition = await definitionOf(connection, headers, folder)
  const secrets = new Secrets(
    join(folder, 'secrets.json'),
    plainBox,
    () => false,
    () => undefined,
  )
  const secret = async (name: string) => {
    await secrets.load()
    return secrets.get(name)
  }
  const { routes } = routesOf(definition, programs.foreignEnv, { env: process.env, secret })
  const session = await open(connection, routes, AbortSignal.timeout(timeoutMs))
  try {
    const { result } = await session.request(request.method, params, { timeout: timeoutMs })
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
    return result['isError'] === true ? 1 : 0
  } catch (error) {
    process.stderr.write(`orrery mcp: ${(error as Error).message}\n`)
    return 1
  } finally {
    await session.stop()
  }
}

async function main(): Promise<number> {
  try {
    const wish = readWords(process.argv.slice(2))
    if (wish !== 'help') return await ask(wish)
    process.stdout.write(HELP)
    return 0
  } catch (error) {
    process.stderr.write(`orrery mcp: ${(error as Error).message}\n`)
    return 2
  }
}

process.exitCode = await main()
