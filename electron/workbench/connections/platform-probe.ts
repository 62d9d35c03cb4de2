import { z } from 'zod'
import { type OwnKey, selfAnswer } from '#shared/sandbox/own-key.ts'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import { fetch } from '../../node/outgoing.ts'
import { expandRecord, MissingValue, type Placeholders } from '../../node/placeholders.ts'
import { sayUnreached } from '../models/unreached.ts'
import { basePath } from '../sandboxes/client/platform-options.ts'
import type { PlatformDefinition } from './definition.ts'
import type { PlatformAddress } from './platform.ts'

/** Timeout of a health check in milliseconds. The requests do not extend any sandbox's lifetime. */
const PROBE_TIMEOUT_MS = 8_000
/** Maximum number of alternative URLs to try when there is no answer. */
const MAX_TRIES = 8

/** API paths that users paste along with a platform's URL. */
const API_SUFFIX = /\/apis\/(?:envs\/sandbox\/v1|v1\/envs\/(?:gem|sandbox)|envs\/gem\/v1)\/?$/

/**
 * The envelope of every Sandbox API response, and of GEM API responses to a missing field
 * (docs/sandbox-platform.md#envelope).
 */
const envelopeShape = z.looseObject({ status: z.enum(['Success', 'Failed']) })

/** Why a URL is not that of an accessible platform. */
export interface ProbeFailure {
  readonly kind: 'refused' | 'broken' | 'absent' | 'unreachable'
  readonly why: LocalizedMessage
}

/** Resolves a definition to an address. @throws MissingValue */
export async function addressOf(
  { url, proxyUrl, headers = {}, paths }: PlatformDefinition,
  placeholders: Placeholders,
): Promise<PlatformAddress> {
  return {
    url: withoutApi(url),
    headers: await expandRecord(headers, placeholders),
    paths,
    proxyUrl: proxyUrl && withoutApi(proxyUrl),
  }
}

/** Strips the path of an API from a pasted URL. */
export const withoutApi = (url: string): string => url.replace(API_SUFFIX, '').replace(/\/+$/, '')

/** Asks each API for something that does not exist: an answer in the API's error format identifies a platform. */
export async function probePlatform(address: PlatformAddress): Promise<ProbeFailure | undefined> {
  const { url, proxyUrl, paths } = address
  const sandbox = paths?.sandbox ?? basePath
  let asked = url
  try {
    const nobody = 'sandbox_id=none&refresh_timeout=false'
    const trouble = await failureOf(`${url}${sandbox}`, address, `/get_status?${nobody}`)
    const gem =
      trouble?.kind === 'absent' && (await ask(`${url}${paths?.gem ?? GEM_BASE}/step`, address, '{}'))
    if (trouble && !(gem && gem.isOurs)) return trouble
    // Both roles implement `is_alive`; only the control role implements `get_status`.
    if (proxyUrl === undefined) return undefined
    asked = proxyUrl
    return await failureOf(`${proxyUrl}${sandbox}`, address, `/is_alive?${nobody}`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
    const reason = cause ?? (error instanceof Error ? error.message : String(error))
    return { kind: 'unreachable', why: sayUnreached(asked, reason) ?? say('START.unreachable', { reason }) }
  }
}

/** The key that was sent, as a server of ours describes it; undefined for another platform, or a server's own token. */
export async function askOwnKey({ url, headers, paths }: PlatformAddress): Promise<OwnKey | undefined> {
  const answer = z.object({ result: selfAnswer })
  try {
    const response = await fetch(`${url}${paths?.sandbox ?? basePath}/self`, {
      headers,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    return answer.parse(await response.json()).result.key ?? undefined
  } catch {
    // What it may do then shows in its refusals.
    return undefined
  }
}

async function failureOf(
  api: string,
  address: PlatformAddress,
  call: string,
): Promise<ProbeFailure | undefined> {
  const { status, isOurs } = await ask(api + call, address)
  if (status === 401 || status === 403) return { kind: 'refused', why: say('START.refused', { status }) }
  if (status >= 500) return { kind: 'broken', why: say('START.answered', { status }) }
  return isOurs ? undefined : { kind: 'absent', why: say('START.noApi', { address: api, status }) }
}

async function ask(
  url: string,
  { headers }: PlatformAddress,
  body?: string,
): Promise<{ readonly status: number; readonly isOurs: boolean }> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  })
  const { success } = envelopeShape.safeParse(await response.json().catch(() => undefined))
  return { status: response.status, isOurs: success }
}

/** What is wrong with a definition, and a corrected definition if one answers. */
export interface Finding {
  readonly why: LocalizedMessage
  readonly mended?: PlatformDefinition
}

/** Reports that the address cannot be resolved because a placeholder has no value. */
export function unresolved(error: unknown): ProbeFailure {
  const why =
    error instanceof MissingValue ? error.localized : say('START.unreachable', { reason: String(error) })
  return { kind: 'unreachable', why }
}

/** Checks a platform before it is connected. */
export async function checkPlatform(
  definition: PlatformDefinition,
  placeholders: Placeholders,
): Promise<Finding | undefined> {
  const trouble = await addressOf(definition, placeholders).then(probePlatform, unresolved)
  if (trouble && trouble.kind !== 'absent') {
    const { hint, ...why } = trouble.why
    // The hint says that Orrery retries, which is not true for an unsaved definition.
    return { why: why.said.key === 'START.unreachable' ? why : { ...why, hint } }
  }
  if (!trouble && API_SUFFIX.test(definition.url)) {
    const url = withoutApi(definition.url)
    return { why: say('START.suffix', { address: definition.url, url }), mended: { ...definition, url } }
  }
  if (!trouble) return undefined
  for (const one of others(definition)) {
    const there = await addressOf(one, placeholders)
    if ((await probePlatform(there)) !== undefined) continue
    return { why: trouble.why, mended: { ...one, url: withoutApi(one.url) } }
  }
  return { why: trouble.why }
}

/** Alternatives: the default paths, and every shorter URL. */
function others({ paths, ...definition }: PlatformDefinition): PlatformDefinition[] {
  const operations = paths?.operations && { paths: { operations: paths.operations } }
  const { origin, pathname } = new URL(definition.url)
  const segments = pathname.split('/').filter(Boolean)
  const shorter = segments.map(
    (_, count) =>
      `${origin}${segments
        .slice(0, count)
        .map((one) => `/${one}`)
        .join('')}`,
  )
  const moved = paths?.sandbox !== undefined || paths?.gem !== undefined
  return [...(moved ? [definition.url] : []), ...shorter.toReversed()]
    .slice(0, MAX_TRIES)
    .map((url) => ({ ...definition, ...operations, url }))
}
