import { z } from 'zod'
import { shellQuote } from '#shared/shell/quote.ts'
import type { Launch } from '#shared/workbench/areas/connections.ts'
import type { SentenceKey } from '#shared/workbench/sentences/en.ts'
import { isSecretName } from '../../node/secret-mask.ts'
import { operationPaths } from '../sandboxes/client/platform-options.ts'

const texts = z.record(z.string(), z.string())

/**
 * One entry of `mcpServers` as every host writes it (docs/mcp.md#configuration). Members we do not know are kept when the file is written
 * again. `workspace` is ours: the workspace that the benches ask for.
 */
export const serverDefinitionSchema = z.looseObject({
  type: z.enum(['stdio', 'http', 'streamable-http', 'sse']).optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  cwd: z.string().optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  headers: texts.optional(),
  disabled: z.boolean().optional(),
  workspace: z.string().optional(),
  /** Which revisions may be spoken, as the Inspector calls it; a word that we do not know leaves the choice to us. */
  protocolEra: z.enum(['auto', 'legacy', 'modern']).catch('auto').optional(),
})
export type ServerDefinition = z.infer<typeof serverDefinitionSchema>

/** Below the address: begins with a slash, ends without one, and cannot leave it. */
const path = z
  .string()
  .regex(/^(?:\/[^\s/?#]+)+$/, 'a path such as /apis/envs/sandbox/v1')
  .refine((text) => !text.split('/').includes('..'), 'a path without ..')

/** Calls of the environments' API that may live elsewhere; those of the sandbox API are {@link operationPaths}. */
export const GEM_OPERATIONS = ['catalogue', 'list', 'make', 'reset', 'step', 'close'] as const

const OPERATIONS: readonly string[] = [
  ...Object.keys(operationPaths),
  ...GEM_OPERATIONS.map((name) => `gem.${name}`),
]

/** Where a deployment keeps its APIs: the two bases, and single operations below them (`start`, `gem.step`). */
const pathsSchema = z.looseObject({
  sandbox: path.optional(),
  gem: path.optional(),
  operations: z
    .record(z.string(), path)
    .superRefine((operations, { addIssue }) => {
      for (const name of Object.keys(operations)) {
        if (OPERATIONS.includes(name)) continue
        addIssue({
          code: 'custom',
          path: [name],
          message: `there is no operation ${name}; known are ${OPERATIONS.join(', ')}`,
        })
      }
    })
    .optional(),
})
export type PlatformPaths = z.infer<typeof pathsSchema>

/** A sandbox platform: where it is, what opens it, and where its deployment differs. */
export const platformDefinitionSchema = z.looseObject({
  url: z.url({ protocol: /^https?$/ }),
  /** May refer to a kept secret: `Bearer ${secret:cluster}`. */
  headers: texts.optional(),
  paths: pathsSchema.optional(),
  /** Where commands, files, lists and ports are served, when that is another address (docs/sandbox-platform.md#roles). */
  proxyUrl: z.url({ protocol: /^https?$/ }).optional(),
  disabled: z.boolean().optional(),
})
export type PlatformDefinition = z.infer<typeof platformDefinitionSchema>

type Incomplete = Extract<SentenceKey, `DEFINITION_INCOMPLETE.${string}`>

/** The revisions that a definition allows alone: those with sessions, or the one without; undefined where any will do. */
export const eraOf = ({ protocolEra }: ServerDefinition): 'legacy' | 'modern' | undefined =>
  protocolEra === 'auto' ? undefined : protocolEra

/** How a server is reached: by running it, or by its address. */
export type Reach =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http' | 'sse' | 'http-or-sse'; readonly url: string }

/**
 * What a definition means. The type is inferred where it is missing: a command is run, an address is asked with Streamable HTTP
 * first and SSE after.
 * @returns the reach, or the key of the sentence that says what is missing
 */
export function reachOf(definition: ServerDefinition): Reach | Incomplete {
  const { type, command, args = [], url } = definition
  if (type === 'stdio' || (type === undefined && command !== undefined)) {
    return command === undefined ? 'DEFINITION_INCOMPLETE.command' : { kind: 'stdio', command, args }
  }
  if (url === undefined)
    return type === undefined ? 'DEFINITION_INCOMPLETE.either' : 'DEFINITION_INCOMPLETE.url'
  if (type === 'sse') return { kind: 'sse', url }
  return { kind: type === undefined ? 'http-or-sse' : 'http', url }
}

/** The command line as a person would type it, for consent and for the log. */
export function commandLine(command: string, args: readonly string[]): string {
  return [command, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuote(word))).join(' ')
}

/** Only references, such as `${secret:name}`: what stands there is no secret. */
const REFERENCES = /^(?:\$\{[^}]*\})+$/

/** Everything that a program's start would run, for a person to look at; undefined for a server that is only asked. */
export function launchOf(definition: ServerDefinition): Launch | undefined {
  const reach = reachOf(definition)
  if (typeof reach === 'string' || reach.kind !== 'stdio') return undefined
  const { cwd, env = {} } = definition
  return {
    commandLine: commandLine(reach.command, reach.args),
    cwd,
    env: Object.entries(env).map(([name, value]) => ({
      name,
      value: isSecretName(name) && value !== '' && !REFERENCES.test(value) ? '••••••' : value,
    })),
  }
}
