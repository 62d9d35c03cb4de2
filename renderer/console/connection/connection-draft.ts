import { isLoopback } from '#shared/net/loopback.ts'
import { PROTOCOLS, type Protocol } from '#shared/telemetry/answer.ts'
import type { ConnectionKind, Definitions } from '#shared/workbench/areas/connections.ts'

export const ERAS = ['auto', 'modern', 'legacy'] as const
export type Era = (typeof ERAS)[number]

export type Kind = 'stdio' | 'http' | 'platform' | 'telemetry'

/** The core's connection kind for a form. */
export const kindOf = ({ kind }: Draft): ConnectionKind =>
  kind === 'stdio' || kind === 'http' ? 'model' : kind

/** A connection definition as form state. */
export interface Draft {
  readonly name: string
  readonly kind: Kind
  /** Command line for stdio, URL otherwise. */
  readonly command: string
  readonly args: string
  readonly url: string
  readonly workspace: string
  /** Allowed MCP revisions. */
  readonly era: Era
  /** The Authorization header's bearer token, or a reference such as `${secret:name}`. */
  readonly token: string
  /** The token as written in the definition. */
  readonly writtenToken: string
  /** URL of a platform's proxy role; empty: the same URL. */
  readonly proxyUrl: string
  /** `NAME=value` lines: environment variables, or headers other than the token's. */
  readonly pairs: string
  /** Base paths of a platform's two APIs; empty: the usual ones. */
  readonly sandboxPath: string
  readonly gemPath: string
  /**
   * For a telemetry endpoint: protocol, timeout in seconds, trusted certificates, and a model's storages, one
   * per line.
   */
  readonly speaks: Protocol
  readonly timeLimit: string
  readonly caFile: string
  readonly storages: string
  /** Members unknown to this form, which are preserved. */
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
  era: 'auto',
  pairs: '',
  sandboxPath: '',
  gemPath: '',
  speaks: 'prometheus',
  timeLimit: '',
  caFile: '',
  storages: '',
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

/** Non-default paths together with other members of that object; undefined if there are none. */
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

/** Creates the form state of an existing connection. */
export function draftOf(name: string, definitions: Definitions): Draft {
  const server = definitions.servers.find((entry) => entry.name === name)
  const platform = definitions.platforms.find((entry) => entry.name === name)
  const telemetry = definitions.telemetry.find((entry) => entry.name === name)
  const { command, args, url, proxyUrl, env, headers, workspace, protocolEra, ...rest } =
    server?.definition ?? platform?.definition ?? telemetry?.definition ?? {}
  const kind: Kind = telemetry
    ? 'telemetry'
    : platform
      ? 'platform'
      : command === undefined
        ? 'http'
        : 'stdio'
  const { speaks, timeLimit, caFile, storages } = rest
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
    era: ERAS.find((era) => era === protocolEra) ?? 'auto',
    workspace: typeof workspace === 'string' ? workspace : '',
    pairs: kind === 'stdio' ? linesOf(env, '=') : linesOf(others, ': '),
    sandboxPath: pathAt(rest['paths'], 'sandbox'),
    gemPath: pathAt(rest['paths'], 'gem'),
    speaks: PROTOCOLS.find((protocol) => protocol === speaks) ?? 'prometheus',
    timeLimit: typeof timeLimit === 'number' ? String(timeLimit) : '',
    caFile: typeof caFile === 'string' ? caFile : '',
    storages: Array.isArray(storages) ? storages.join('\n') : '',
    rest,
  }
}

/** Splits headers into the token and the others. */
function withoutToken(headers: unknown): { token: string; others: Record<string, string> } {
  const all = Object.entries((headers ?? {}) as Record<string, string>)
  const at = all.findIndex(([name, value]) => /^authorization$/i.test(name) && /^Bearer \S+$/.test(value))
  return {
    token: all[at]?.[1].slice('Bearer '.length) ?? '',
    others: Object.fromEntries(all.filter((_, index) => index !== at)),
  }
}

/** Completes a typed address: without a scheme, http for this machine and https for others. */
function addressOf(text: string): string {
  const typed = text.trim()
  if (typed === '' || /^[a-z]+:\/\//i.test(typed)) return typed
  const { hostname } = URL.canParse(`http://${typed}`) ? new URL(`http://${typed}`) : { hostname: '' }
  return `${isLoopback(hostname) ? 'http' : 'https'}://${typed}`
}

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Members only telemetry endpoints have; undefined ones are omitted from the file. */
function telemetryPart({ speaks, timeLimit, caFile, storages }: Draft): Record<string, unknown> {
  const lines = linesIn(storages)
  return {
    speaks,
    timeLimit: timeLimit.trim() === '' ? undefined : Number(timeLimit),
    caFile: caFile.trim() || undefined,
    storages: lines.length > 0 ? lines : undefined,
  }
}

function pairsOf(text: string, separator: RegExp): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.search(separator)
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
    }),
  )
}

/** Converts form state to a definition, including unknown members. */
export function definitionOf(draft: Draft): Record<string, unknown> {
  const { kind, command, args, url, proxyUrl, token, workspace, era, pairs, rest } = draft
  const modelPart = {
    ...(workspace.trim() ? { workspace: workspace.trim() } : {}),
    ...(era === 'auto' ? {} : { protocolEra: era }),
  }
  if (kind === 'stdio') {
    const env = pairsOf(pairs, /=/)
    return {
      ...rest,
      command: command.trim(),
      args: linesIn(args),
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...modelPart,
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
    ...(kind === 'http' ? modelPart : {}),
    ...(kind === 'telemetry' ? telemetryPart(draft) : {}),
  }
}
