import { z } from 'zod'
import { shellQuote } from '#shared/shell/quote.ts'
import type { Launch } from '#shared/workbench/areas/connections.ts'
import type { SentenceKey } from '#shared/workbench/sentences/en.ts'
import { isSecretName } from '../../node/secret-mask.ts'
import { operationPaths } from '../sandboxes/client/platform-options.ts'

const texts = z.record(z.string(), z.string())

/**
 * An entry of `mcpServers` in the common format (docs/mcp.md#configuration). Unknown members are preserved. `workspace` is an extension:
 * the workspace that the benches query.
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
  /** Allowed protocol revisions, in the Inspector's terms; an unknown value means `auto`. */
  protocolEra: z.enum(['auto', 'legacy', 'modern']).catch('auto').optional(),
})
export type ServerDefinition = z.infer<typeof serverDefinitionSchema>

/** A path below the base URL: starts with a slash, does not end with one, and has no `..`. */
const path = z
  .string()
  .regex(/^(?:\/[^\s/?#]+)+$/, 'a path such as /apis/envs/sandbox/v1')
  .refine((text) => !text.split('/').includes('..'), 'a path without ..')

/** Operations of the GEM API whose path can be overridden; those of the sandbox API are {@link operationPaths}. */
const GEM_OPERATIONS = ['catalogue', 'list', 'make', 'reset', 'step', 'close'] as const

const OPERATIONS: readonly string[] = [
  ...Object.keys(operationPaths),
  ...GEM_OPERATIONS.map((name) => `gem.${name}`),
]

/** Paths of a deployment's APIs: the two bases, and single operations below them (`start`, `gem.step`). */
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

/** A sandbox platform: its URL, credentials, and where its deployment differs from the defaults. */
export const platformDefinitionSchema = z.looseObject({
  url: z.url({ protocol: /^https?$/ }),
  /** May reference a stored secret: `Bearer ${secret:cluster}`. */
  headers: texts.optional(),
  paths: pathsSchema.optional(),
  /**
   * URL of the proxy role, which serves commands, files, lists and ports, if it differs (docs/sandbox-platform.md#roles).
   */
  proxyUrl: z.url({ protocol: /^https?$/ }).optional(),
  disabled: z.boolean().optional(),
})
export type PlatformDefinition = z.infer<typeof platformDefinitionSchema>

type Incomplete = Extract<SentenceKey, `DEFINITION_INCOMPLETE.${string}`>

/** The only revisions that a definition allows: with sessions or without; undefined for any. */
export const eraOf = ({ protocolEra }: ServerDefinition): 'legacy' | 'modern' | undefined =>
  protocolEra === 'auto' ? undefined : protocolEra

/** How to reach a server: run a command, or connect to a URL. */
export type Reach =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http' | 'sse' | 'http-or-sse'; readonly url: string }

/**
 * Interprets a definition. A missing type is inferred: a command is run; a URL is tried with Streamable HTTP, then SSE.
 * @returns how to reach the server, or the message key of what is missing
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

/** Formats the command line as it would be typed, for consent and the log. */
export function commandLine(command: string, args: readonly string[]): string {
  return [command, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuote(word))).join(' ')
}

/** Only references such as `${secret:name}`, which hold no secret themselves. */
const REFERENCES = /^(?:\$\{[^}]*\})+$/

/** Describes everything that starting the program would run, for the user to review; undefined for a remote server. */
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
