import { text } from 'node:stream/consumers'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isFields } from '#shared/json/fields.ts'
import { EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'
import { ConnectionFile } from '../../workbench/connections/connection-file.ts'
import { isAllowedIn } from '../../workbench/connections/consents.ts'
import type { ServerDefinition } from '../../workbench/connections/definition.ts'
import { grantsIn } from '../../workbench/connections/grants.ts'
import { sampleModel } from '../../workbench/connections/embedded.ts'
import { routesOf } from '../../workbench/connections/own-connections.ts'
import { defaultDataFolder } from '../../workbench/data-folder.ts'
import type { ModelRoute } from '../../workbench/models/model-connection.ts'
import { ModelSession } from '../../workbench/models/model-session.ts'
import type { ProtocolClientOptions } from '../../workbench/models/protocol-client.ts'
import type { Grant } from '../../workbench/models/sign-in.ts'
import { nodePrograms } from '../../workbench/programs.ts'
import { plainBox, type SecretBox, Secrets } from '../../workbench/secrets/secrets.ts'
import { answersOf } from './questions.ts'
import { HELP, jsonOf, readWords, InvalidArguments } from './words.ts'

/** The connection included with Orrery. */
const SAMPLE = 'sample'

const programs = nodePrograms(dirname(fileURLToPath(import.meta.url)))

/** Secrets encrypted with the system's keyring for the desktop app cannot be decrypted here. */
const box: SecretBox = { ...plainBox, open: () => Promise.reject(new Error('sealed elsewhere')) }

/** Resolves the connection argument. @throws InvalidArguments when it is neither a URL nor a server that may run */
async function definitionOf(connection: string, folder: string): Promise<ServerDefinition> {
  if (/^https?:\/\//.test(connection)) return { url: connection }
  const file = new ConnectionFile(join(folder, 'connections.json'))
  const { servers, error } = await file.load()
  if (error) throw new InvalidArguments(`${file.path}, line ${error.line}: ${error.message}`)
  const stored = servers.get(connection)
  if (stored === undefined && connection === SAMPLE) return sampleModel(programs)(EMBEDDED_MODEL).definition
  if (stored === undefined) {
    const names = [SAMPLE, ...servers.keys()].join(', ')
    throw new InvalidArguments(
      `there is no connection ${JSON.stringify(connection)} in ${file.path}; known are ${names}`,
    )
  }
  if (stored.command !== undefined && !(await isAllowedIn(folder, stored)))
    throw new InvalidArguments(
      `you have not allowed the program of ${connection} to run; start it in the workbench once`,
    )
  return stored
}

/** Adds authentication: the headers given, else the stored sign-in. */
async function reached(
  { url, headers, ...definition }: ServerDefinition,
  given: Readonly<Record<string, string>>,
  grant: () => Promise<Grant | undefined>,
): Promise<ServerDefinition> {
  if (url === undefined) return definition
  const all = { ...headers, ...given }
  if (Object.keys(all).some((name) => name.toLowerCase() === 'authorization'))
    return { ...definition, url, headers: all }
  const token = (await grant())?.tokens?.access_token
  return {
    ...definition,
    url,
    headers: token === undefined ? all : { ...all, Authorization: `Bearer ${token}` },
  }
}

/** Opens the first route that works. */
async function open(
  name: string,
  routes: readonly ModelRoute[],
  onQuestion: ProtocolClientOptions['onQuestion'],
  signal: AbortSignal,
): Promise<ModelSession> {
  const [route, ...others] = routes
  if (route === undefined) throw new Error(`there is no way to ${name}`)
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
        onQuestion,
        roots: () => ({ roots: [] }),
      },
      signal,
    )
  } catch (error) {
    if (others.length > 0 && route.tryNext?.(error)) return open(name, others, onQuestion, signal)
    throw error
  }
}

/** @throws InvalidArguments when it is not a JSON object */
async function readJson(json: string | undefined): Promise<Record<string, unknown>> {
  if (json === undefined) return {}
  const source = json === '-' ? await text(process.stdin) : json
  const value = jsonOf(source, 'the argument')
  if (!isFields(value)) throw new InvalidArguments('the argument is no JSON object')
  return value
}

/** A server with sessions that supports tasks for tool calls. */
const tasksOfCalls = z.looseObject({
  tasks: z.looseObject({ requests: z.looseObject({ tools: z.looseObject({ call: z.looseObject({}) }) }) }),
})
const toolsPage = z.looseObject({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      execution: z.looseObject({ taskSupport: z.string().optional() }).optional(),
    }),
  ),
  nextCursor: z.string().optional(),
})

/** Whether a tool requires being called as a task (2025-11-25). */
async function wantsTask(session: ModelSession, name: unknown): Promise<boolean> {
  if (!tasksOfCalls.safeParse(session.handshake.capabilities).success) return false
  for (let cursor: string | undefined; ;) {
    const { result } = await session.request('tools/list', { cursor })
    const page = toolsPage.safeParse(result).data
    const tool = page?.tools.find((one) => one.name === name)
    if (tool) return tool.execution?.taskSupport === 'required'
    cursor = page?.nextCursor
    if (cursor === undefined) return false
  }
}

/** Prints an error and what to do about it. */
function complain(error: unknown): void {
  const { message, failure } = error as Error & { failure?: { step?: string } }
  const help = `; sign in to it in the workbench, or give --header "Authorization: Bearer …"`
  process.stderr.write(`orrery mcp: ${message}${failure?.step === 'signIn' ? help : ''}\n`)
}

async function ask(wish: Exclude<ReturnType<typeof readWords>, 'help'>): Promise<number> {
  const { connection, request, headers, answers, timeoutMs, data: folder = defaultDataFolder() } = wish
  const given = await readJson(request.json)
  const { argumentsAs } = request
  const params: Record<string, unknown> = {
    ...request.params,
    ...(argumentsAs ? { [argumentsAs]: given } : given),
  }
  const secrets = new Secrets(
    join(folder, 'secrets.json'),
    box,
    () => false,
    () => undefined,
  )
  await secrets.load()
  const grant = () => grantsIn(secrets)(connection).read()
  const definition = await reached(await definitionOf(connection, folder), headers, grant)
  const secret = (name: string) => secrets.get(name)
  const { routes } = routesOf(definition, programs.foreignEnv, { env: process.env, secret })
  const onQuestion = answersOf(answers, (line) => process.stderr.write(`orrery mcp: ${line}\n`))
  const session = await open(connection, routes, onQuestion, AbortSignal.timeout(timeoutMs))
  try {
    const { method } = request
    const isTask =
      method === 'tools/call' && !('task' in params) && (await wantsTask(session, params['name']))
    const parameters = isTask ? { ...params, task: {} } : params
    const { result } = await session.request(method, parameters, { timeout: timeoutMs })
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
    return result['isError'] === true ? 1 : 0
  } catch (error) {
    complain(error)
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
    complain(error)
    return 2
  }
}

process.exitCode = await main()
