import { isLoopback } from '#shared/net/loopback.ts'
import type { Definitions } from '#shared/workbench/areas/connections.ts'

export type Kind = 'stdio' | 'http' | 'platform'

/** A definition as the form shows it. */
export interface Draft {
  readonly name: string
  readonly kind: Kind
  /** Command line for stdio, address otherwise. */
  readonly command: string
  readonly args: string
  readonly url: string
  readonly workspace: string
  /** What follows `Bearer` in the Authorization header: a token, or a reference such as `${secret:name}`. */
  readonly token: string
  /** The same as it stood in the definition. */
  readonly writtenToken: string
  /** Where a platform's proxy role is; empty: at the same address. */
  readonly proxyUrl: string
  /** `NAME=value` lines: environment, or headers other than the token's. */
  readonly pairs: string
  /** Where a platform's two APIs begin; empty: at the usual paths. */
  readonly sandboxPath: string
  readonly gemPath: string
  /** Members of the definition that this form does not know; kept. */
  readonly rest: Record<string, unknown>
}

export const EMPTY: Draft = {
  name: '',
  kind: 'stdio',
  command: '',
  args: '',
  url: '',
  token: '',
  writtenToken: '',
  proxyUrl: '',
  workspace: '',
  pairs: '',
  sandboxPath: '',
  gemPath: '',
  rest: {},
}

const linesOf = (value: unknown, separator: string): string =>
  Object.entries((value ?? {}) as Record<string, string>)
    .map(([name, text]) => `${name}${separator}${text}`)
    .join('\n')

function pathAt(paths: unknown, name: 'sandbox' | 'gem'): string {
  const path = (paths as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof path === 'string' ? path : ''
}

/** The paths that differ, beside what else is said of them; nothing when all are usual. */
function pathsOf({ sandboxPath, gemPath, rest }: Draft): Record<string, unknown> | undefined {
  const { sandbox: _sandbox, gem: _gem, ...others } = (rest['paths'] ?? {}) as Record<string, unknown>
  const plain = (path: string): string => path.trim().replace(/\/+$/, '')
  const paths = {
    ...(plain(sandboxPath) === '' ? {} : { sandbox: plain(sandboxPath) }),
    ...(plain(gemPath) === '' ? {} : { gem: plain(gemPath) }),
    ...others,
  }
  return Object.keys(paths).length > 0 ? paths : undefined
}

/** The form of a connection that is there. */
export function draftOf(name: string, definitions: Definitions): Draft {
  const server = definitions.servers.find((entry) => entry.name === name)
  const platform = definitions.platforms.find((entry) => entry.name === name)
  const { command, args, url, proxyUrl, env, headers, workspace, ...rest } =
    server?.definition ?? platform?.definition ?? {}
  const kind: Kind = platform ? 'platform' : command === undefined ? 'http' : 'stdio'
  const { token, others } = withoutToken(headers)
  return {
    name,
    kind,
    token,
    writtenToken: token,
    proxyUrl: typeof proxyUrl === 'string' ? proxyUrl : '',
    command: typeof command === 'string' ? command : '',
    args: Array.isArray(args) ? args.join('\n') : '',
    url: typeof url === 'string' ? url : '',
    workspace: typeof workspace === 'string' ? workspace : '',
    pairs: kind === 'stdio' ? linesOf(env, '=') : linesOf(others, ': '),
    sandboxPath: pathAt(rest['paths'], 'sandbox'),
    gemPath: pathAt(rest['paths'], 'gem'),
    rest,
  }
}

/** The token among headers, and the others. */
function withoutToken(headers: unknown): { token: string; others: Record<string, string> } {
  const all = Object.entries((headers ?? {}) as Record<string, string>)
  const at = all.findIndex(([name, value]) => /^authorization$/i.test(name) && /^Bearer \S+$/.test(value))
  return {
    token: all[at]?.[1].slice('Bearer '.length) ?? '',
    others: Object.fromEntries(all.filter((_, index) => index !== at)),
  }
}

/** An address as people type it: one without a scheme is on this machine, or behind TLS. */
function addressOf(text: string): string {
  const typed = text.trim()
  if (typed === '' || /^[a-z]+:\/\//i.test(typed)) return typed
  const { hostname } = URL.canParse(`http://${typed}`) ? new URL(`http://${typed}`) : { hostname: '' }
  return `${isLoopback(hostname) ? 'http' : 'https'}://${typed}`
}

function pairsOf(text: string, separator: RegExp): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.search(separator)
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
    }),
  )
}

/** What the form says, with the members that it does not know. */
export function definitionOf(draft: Draft): Record<string, unknown> {
  const { kind, command, args, url, proxyUrl, token, workspace, pairs, rest } = draft
  const workspacePart = workspace.trim() ? { workspace: workspace.trim() } : {}
  if (kind === 'stdio') {
    const env = pairsOf(pairs, /=/)
    const list = args
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    return {
      ...rest,
      command: command.trim(),
      args: list,
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...workspacePart,
    }
  }
  const headers = {
    ...(token.trim() === '' ? {} : { Authorization: `Bearer ${token.trim()}` }),
    ...pairsOf(pairs, /[:=]/),
  }
  const { paths: _paths, ...others } = rest
  const paths = kind === 'platform' ? pathsOf(draft) : rest['paths']
  return {
    ...others,
    paths,
    url: addressOf(url),
    ...(kind === 'platform' && proxyUrl.trim() !== '' ? { proxyUrl: addressOf(proxyUrl) } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(kind === 'http' ? workspacePart : {}),
  }
}
