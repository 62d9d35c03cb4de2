import { tryJson } from '#shared/json/try-json.ts'
import type { Exchange, Protocol } from '#shared/telemetry/answer.ts'
import type { TelemetryDefinition } from '#shared/telemetry/definition.ts'
import { readLogs } from '#shared/telemetry/documents.ts'
import { withoutApi } from '#shared/telemetry/match.ts'
import { readMetrics } from '#shared/telemetry/prometheus.ts'
import type { TelemetryRequest } from '#shared/telemetry/requests.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { type Fetch, fetch } from '../outgoing.ts'
import { expandRecord, type Placeholders } from '../placeholders.ts'
import { isSecretName, type SecretMask } from '../secret-mask.ts'

/** Larger answers are aborted: a page could not show them. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
/** How much of the raw answer is stored beside the parsed result. Characters. */
const MAX_STORED_CHARACTERS = 200_000
/** Certificate errors: unknown authority, wrong host, or outside the validity period. */
const CERTIFICATE = /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY/
/** How much of an error in no known format is quoted. Characters. */
const MAX_QUOTED_CHARACTERS = 200

/** An endpoint with all placeholders expanded, including credentials. */
export interface Endpoint {
  readonly name: string
  readonly protocol: Protocol
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Seconds. */
  readonly timeLimit: number
  readonly fetch: Fetch
  readonly mask: SecretMask
}

/** Default timeout, seconds. */
const DEFAULT_TIMEOUT_SECONDS = 30

interface Defined {
  readonly name: string
  readonly definition: TelemetryDefinition
  readonly placeholders: Placeholders
  readonly mask: SecretMask
}

/** Resolves the endpoint of a definition. @throws MissingValue when a placeholder has no value */
export async function endpointOf(
  { name, definition, placeholders, mask }: Defined,
  ask: Fetch = fetch,
): Promise<Endpoint> {
  return {
    name,
    protocol: definition.speaks,
    url: withoutApi(definition.url),
    headers: await expandRecord(definition.headers ?? {}, placeholders),
    timeLimit: definition.timeLimit ?? DEFAULT_TIMEOUT_SECONDS,
    fetch: ask,
    mask,
  }
}

/** An answer whose body was received completely. */
export interface Sent {
  readonly exchange: Exchange
  readonly status: number
  readonly text: string
  /** The endpoint's clock as Unix milliseconds, if it sends a Date header. */
  readonly clock: number | undefined
}

/**
 * Sends one request and reads its answer within the limits. `keep` receives the exchange, also on failure.
 * @throws WorkbenchError TELEMETRY_…
 */
export async function send(
  endpoint: Endpoint,
  { method, path, headers, body }: TelemetryRequest,
  signal: AbortSignal,
  keep: (exchange: Exchange) => void = () => undefined,
): Promise<Sent> {
  const { name, mask, timeLimit } = endpoint
  const started = performance.now()
  const sent = { accept: 'application/json', ...headers, ...endpoint.headers }
  const url = `${endpoint.url}${path}`
  const taken = { status: undefined as number | undefined, bytes: 0, text: '' }
  const limit = AbortSignal.timeout(timeLimit * 1000)
  try {
    const response = await endpoint.fetch(url, {
      method,
      headers: sent,
      body,
      // Do not follow redirects: queries and headers go only to the address that the user entered.
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    })
    taken.status = response.status
    const { location } = Object.fromEntries(response.headers)
    if (response.status >= 300 && response.status < 400)
      throw workbenchError('TELEMETRY_REDIRECT', { name, address: location ?? '' })
    taken.text = await bodyOf(response, (bytes) => {
      taken.bytes += bytes
      if (taken.bytes > MAX_ANSWER_BYTES)
        throw workbenchError('TELEMETRY_LARGE', { name, megabytes: MAX_ANSWER_BYTES / 1024 / 1024 })
    })
    const clock = Date.parse(response.headers.get('date') ?? '')
    return {
      exchange: exchange(),
      status: response.status,
      text: taken.text,
      clock: Number.isNaN(clock) ? undefined : clock,
    }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw workbenchError('TELEMETRY_TIMEOUT', { name, seconds: timeLimit })
    throw unreachable(error, name)
  } finally {
    keep(exchange())
  }

  function exchange(): Exchange {
    return mask.json({
      method,
      url,
      headers: Object.entries(sent).map(([name, value]) => ({ name, value: shownHeader(name, value, mask) })),
      body,
      status: taken.status,
      milliseconds: performance.now() - started,
      bytes: taken.bytes,
      text: taken.text.slice(0, MAX_STORED_CHARACTERS),
      cut: taken.text.length > MAX_STORED_CHARACTERS,
    })
  }
}

function shownHeader(name: string, value: string, mask: SecretMask): string {
  const masked = mask.text(value)
  return isSecretName(name) && masked === value ? '••••••' : masked
}

async function bodyOf(response: Response, count: (bytes: number) => void): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of response.body ?? []) {
    count(part.byteLength)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function unreachable(error: unknown, name: string): unknown {
  if (!(error instanceof TypeError)) return error
  const cause = error.cause instanceof Error ? error.cause : error
  const code = (cause as NodeJS.ErrnoException).code ?? ''
  const key = CERTIFICATE.test(code) ? 'TELEMETRY_CERTIFICATE' : 'TELEMETRY_UNREACHABLE'
  return workbenchError(key, { name, reason: cause.message || code || error.message }, { cause: error })
}

/** Parses the answer as JSON. @throws WorkbenchError if it is not JSON or the endpoint marks it as an error */
export function jsonOf(
  { name, protocol }: Endpoint,
  { status, text }: Sent,
  refusalOf: (value: unknown) => string | undefined,
): unknown {
  const value = tryJson(text)
  if (status >= 200 && status < 300) {
    if (value === undefined)
      throw workbenchError('TELEMETRY_MALFORMED', {
        name,
        protocol: PROTOCOL_NAMES[protocol],
        reason: firstWords(text),
      })
    return value
  }
  const reason = (value === undefined ? undefined : refusalOf(value)) ?? firstWords(text)
  throw workbenchError(status === 401 || status === 403 ? 'TELEMETRY_REFUSED' : 'TELEMETRY_FAILED', {
    name,
    status,
    reason,
  })
}

export const PROTOCOL_NAMES: Readonly<Record<Protocol, string>> = {
  prometheus: 'Prometheus',
  elasticsearch: 'Elasticsearch',
}

/** Shortens an answer that is not JSON to one sentence, such as a proxy's error page without its markup. */
function firstWords(text: string): string {
  const plain = text
    .slice(0, MAX_QUOTED_CHARACTERS * 20)
    .replaceAll(/<(?:style|script)[^]*?<\/(?:style|script)>|<[^>]*>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain === '') return '(empty)'
  return plain.length > MAX_QUOTED_CHARACTERS ? `${plain.slice(0, MAX_QUOTED_CHARACTERS)}…` : plain
}

/** Extracts the endpoint's error message, for either protocol. */
export function refusalOf(value: unknown): string | undefined {
  const span = { from: 0, to: 0 }
  const metrics = readMetrics(value, { query: 0, span, step: 0, points: 0 })
  if ('refused' in metrics && metrics.spoken) return metrics.refused
  const logs = readLogs(value, '', {})
  return 'refused' in logs && logs.spoken ? logs.refused : undefined
}
