import { z } from 'zod'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import { fetch } from '../../node/outgoing.ts'
import { expandRecord, MissingValue, type Placeholders } from '../../node/placeholders.ts'
import { basePath } from '../sandboxes/client/platform-options.ts'
import type { PlatformDefinition } from './definition.ts'
import type { PlatformAddress } from './platform.ts'

/** How long one look at an address may take, ms. Looking renews no sandbox's life. */
const MAX_LOOK_MS = 8_000
/** Other addresses that are tried where nothing answers. */
const MAX_TRIES = 8

/** What people paste as the address of a platform, though it is that of one of its APIs. */
const API_SUFFIX = /\/apis\/(?:envs\/sandbox\/v1|v1\/envs\/(?:gem|sandbox)|envs\/gem\/v1)\/?$/

/** Every answer of the Sandbox API, and of the GEM API to a field that is missing (docs/sandbox-platform.md#envelope). */
const envelopeShape = z.looseObject({ status: z.enum(['Success', 'Failed']) })

/** Why an address is not that of a platform that lets us in. */
export interface Trouble {
  readonly kind: 'refused' | 'broken' | 'absent' | 'unreachable'
  readonly why: LocalizedMessage
}

/** Where a definition says that its platform is. @throws MissingValue */
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

/** A pasted address without the path of an API at its end. */
export const withoutApi = (url: string): string => url.replace(API_SUFFIX, '').replace(/\/+$/, '')

/** Asks the APIs at an address for something that is not there: whoever answers that in their words is a platform. */
export async function lookAt(address: PlatformAddress): Promise<Trouble | undefined> {
  const { url, proxyUrl, paths } = address
  const sandbox = paths?.sandbox ?? basePath
  try {
    const nobody = 'sandbox_id=none&refresh_timeout=false'
    const trouble = await troubleOf(`${url}${sandbox}`, address, `/get_status?${nobody}`)
    const gem =
      trouble?.kind === 'absent' && (await ask(`${url}${paths?.gem ?? GEM_BASE}/step`, address, '{}'))
    if (trouble && !(gem && gem.isOurs)) return trouble
    // Both roles know `is_alive`; the proxy role alone does not know `get_status`.
    return proxyUrl === undefined
      ? undefined
      : await troubleOf(`${proxyUrl}${sandbox}`, address, `/is_alive?${nobody}`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
    const reason = cause ?? (error instanceof Error ? error.message : String(error))
    return { kind: 'unreachable', why: say('START.unreachable', { reason }) }
  }
}

async function troubleOf(api: string, address: PlatformAddress, call: string): Promise<Trouble | undefined> {
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
    signal: AbortSignal.timeout(MAX_LOOK_MS),
  })
  const { success } = envelopeShape.safeParse(await response.json().catch(() => undefined))
  return { status: response.status, isOurs: success }
}

/** What is wrong with a definition, and the same with an address or a path at which a platform does answer. */
export interface Finding {
  readonly why: LocalizedMessage
  readonly mended?: PlatformDefinition
}

/** Why a platform's address is not known: a placeholder that nothing stands behind. */
export function unresolved(error: unknown): Trouble {
  const why =
    error instanceof MissingValue ? error.localized : say('START.unreachable', { reason: String(error) })
  return { kind: 'unreachable', why }
}

/** Looks at a platform before it is connected. */
export async function checkPlatform(
  definition: PlatformDefinition,
  placeholders: Placeholders,
): Promise<Finding | undefined> {
  const trouble = await addressOf(definition, placeholders).then(lookAt, unresolved)
  if (trouble && trouble.kind !== 'absent') {
    const { hint, ...why } = trouble.why
    // Nothing is asked again that is not saved yet.
    return { why: why.said.key === 'START.unreachable' ? why : { ...why, hint } }
  }
  if (!trouble && API_SUFFIX.test(definition.url)) {
    const url = withoutApi(definition.url)
    return { why: say('START.suffix', { address: definition.url, url }), mended: { ...definition, url } }
  }
  if (!trouble) return undefined
  for (const one of others(definition)) {
    const there = await addressOf(one, placeholders)
    if ((await lookAt(there)) !== undefined) continue
    return { why: trouble.why, mended: { ...one, url: withoutApi(one.url) } }
  }
  return { why: trouble.why }
}

/** The same platform at the usual paths, and at every shorter address. */
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
