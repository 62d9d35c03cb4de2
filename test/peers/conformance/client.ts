/**
 * A client for the conformance suite, made of what the workbench connects and signs in with: it opens the address that it is given, signs
 * in when it is asked to, lists the tools and calls each. The suite names the scenario, and what a person would have been told of the
 * authorisation server, in the environment.
 */
import { routesOf } from '../../../electron/workbench/connections/own-connections.ts'
import { ModelConnection } from '../../../electron/workbench/models/model-connection.ts'
import { type FormSchema, initialValue } from '../../../renderer/form/schema.ts'
import { type Grant, SignIn } from '../../../electron/workbench/models/sign-in.ts'

const url = process.argv.at(-1) ?? ''
type ToolCall = { readonly name: string; readonly arguments: Record<string, unknown> }

const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  client_id?: string
  client_secret?: string
  /** What is to be called, and with what. */
  toolCalls?: ToolCall[]
}
/** A person gives up then. */
const MAX_SIGN_INS = 2
const ignore = (): undefined => undefined

let grant: Grant | undefined
const signIn = new SignIn(url, {
  read: () => Promise.resolve(grant),
  write: (next) => Promise.resolve(void (grant = next)),
  remove: () => Promise.resolve(void (grant = undefined)),
})

/** What a form holds that nobody touched. */
const untouched = (schema: FormSchema = {}) => (initialValue(schema, schema) ?? {}) as Record<string, unknown>

const SAMPLES: Readonly<Record<string, unknown>> = { string: 'x', boolean: true, number: 2, integer: 2 }

/** A form with something in every field. */
const filled = (schema: FormSchema = {}): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, { type }]) => [key, SAMPLES[String(type)]]),
  ),
  ...untouched(schema),
})

/** A person who agrees at once. */
const agree = (address: URL): void => void fetch(address).catch(ignore)

function connect(): ModelConnection {
  const placeholders = { env: {}, secret: () => Promise.resolve(undefined) }
  return new ModelConnection({
    id: 'conformance',
    name: 'conformance',
    transport: 'http',
    workspace: 'demo',
    version: '0.0.0',
    routes: routesOf({ url }, {}, placeholders, signIn).routes,
    onChange: ignore,
    onLog: (lines) => lines.forEach(({ text }) => process.stderr.write(`${text}\n`)),
    onTrace: (entries) => entries.forEach((entry) => process.stderr.write(`${JSON.stringify(entry)}\n`)),
    onNotification: ignore,
    // What a person sends who changes nothing in the form.
    onQuestion: ({ params }) =>
      Promise.resolve({ action: 'accept', content: untouched(params['requestedSchema'] as FormSchema) }),
    roots: () => ({ roots: [] }),
  })
}

/** Runs what asks, and once more for each time that a sign-in was wanted. */
async function signedIn<T>(run: () => Promise<T>): Promise<T> {
  for (let times = 0; ; times++) {
    try {
      return await run()
    } catch (error) {
      const { failure, code } = error as { failure?: { step: string }; code?: string }
      if (!(failure?.step === 'signIn' || code === 'SIGN_IN_WANTED') || times === MAX_SIGN_INS) throw error
      const { client_id: clientId, client_secret: clientSecret } = context
      await signIn.signIn({ clientId, clientSecret }, agree, new AbortController().signal)
    }
  }
}

const connection = connect()
try {
  await signedIn(async () => {
    await connection.start()
    const { state, failure } = connection.info
    if (state !== 'ready') throw Object.assign(new Error(failure?.message), { failure })
  })
  const { result } = await signedIn(() => connection.request('tools/list', {}))
  const tools = (result['tools'] ?? []) as { name: string; inputSchema?: FormSchema }[]
  const asked: readonly ToolCall[] =
    context.toolCalls ?? tools.map(({ name, inputSchema }) => ({ name, arguments: filled(inputSchema) }))
  for (const call of asked) {
    await signedIn(() => connection.request('tools/call', call)).catch((error: unknown) =>
      process.stderr.write(`${String(error)}\n`),
    )
  }
} finally {
  await connection.dispose()
}
process.exit(0)
