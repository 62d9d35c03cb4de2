import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { StartFailure } from '../supervision/supervisor.ts'
import { HttpTransport, suggestsLegacy } from '../models/http-transport.ts'
import type { ModelRoute } from '../models/model-connection.ts'
import type { SignIn } from '../models/sign-in.ts'
import { StdioTransport } from '../models/stdio-transport.ts'
import { commandLine, reachOf, type Reach, type ServerDefinition } from './definition.ts'
import { expandRecord, expandText, type Placeholders, MissingValue } from './expand.ts'

/** The ways to reach a server, from its definition; placeholders are filled each time it is opened. */
export function routesOf(
  definition: ServerDefinition,
  baseEnv: Readonly<Record<string, string>>,
  placeholders: Placeholders,
  signIn?: SignIn,
): { reach: Reach; routes: ModelRoute[] } {
  const reach = reachOf(definition)
  if (typeof reach === 'string') throw workbenchError(reach, { type: definition.type })
  if (reach.kind === 'stdio') return { reach, routes: [stdioRoute(definition, reach, baseEnv, placeholders)] }
  const kinds = reach.kind === 'http-or-sse' ? (['http', 'sse'] as const) : ([reach.kind] as const)
  return { reach, routes: kinds.map((kind) => httpRoute(kind, reach.url, definition, placeholders, signIn)) }
}

function stdioRoute(
  { env = {}, cwd }: ServerDefinition,
  { command, args }: Extract<Reach, { kind: 'stdio' }>,
  baseEnv: Readonly<Record<string, string>>,
  placeholders: Placeholders,
): ModelRoute {
  return {
    label: commandLine(command, args),
    open: (observer) =>
      filled(async () => {
        const expand = (text: string): Promise<string> => expandText(text, placeholders)
        return new StdioTransport({
          command: await expand(command),
          args: await Promise.all(args.map(expand)),
          env: { ...baseEnv, ...(await expandRecord(env, placeholders)) },
          ...(cwd === undefined ? {} : { cwd: await expand(cwd) }),
          observer,
        })
      }),
  }
}

function httpRoute(
  kind: 'http' | 'sse',
  url: string,
  { headers = {} }: ServerDefinition,
  placeholders: Placeholders,
  signIn: SignIn | undefined,
): ModelRoute {
  return {
    label: kind === 'http' ? url : `${url} (SSE)`,
    open: (observer) =>
      filled(
        async () =>
          new HttpTransport({
            kind,
            url,
            headers: await expandRecord(headers, placeholders),
            authProvider: await signIn?.provider(),
            observer,
          }),
      ),
    ...(kind === 'http' ? { tryNext: suggestsLegacy } : {}),
  }
}

/** A placeholder without a value is a mistake in the definition: trying again would not help. */
async function filled<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof MissingValue)
      throw new StartFailure({ step: 'spawn', ...error.spoken, lastLines: [] }, true)
    throw error
  }
}
