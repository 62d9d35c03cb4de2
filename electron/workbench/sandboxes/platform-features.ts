import { z } from 'zod'
import type { Features } from '#shared/workbench/areas/sandboxes.ts'
import type { AddressOf } from './platform-rest.ts'

const openApi = z.looseObject({ paths: z.record(z.string(), z.unknown()) })

/** Milliseconds after which a platform is asked again what it offers: it may have been replaced. */
const FRESH = 60_000

/** What each platform offers beyond the base API, read from its own OpenAPI document. */
export class PlatformFeatures {
  readonly #address: AddressOf
  readonly #known = new Map<
    string,
    { readonly at: number; readonly url: string; readonly features: Features }
  >()

  constructor(address: AddressOf) {
    this.#address = address
  }

  /** A platform without a document is taken for one with the base API and nothing else. */
  async of(platform: string, signal?: AbortSignal): Promise<Features> {
    const { url, headers } = await this.#address(platform, signal)
    const known = this.#known.get(platform)
    if (known && known.url === url && Date.now() - known.at < FRESH) return known.features
    const response = await fetch(`${url}/openapi.json`, { headers, ...(signal ? { signal } : {}) })
    const document = response.ok ? openApi.safeParse(await response.json().catch(() => undefined)) : undefined
    if (!response.ok) await response.body?.cancel().catch(() => undefined)
    const features = featuresOf(document?.success ? Object.keys(document.data.paths) : undefined)
    this.#known.set(platform, { at: Date.now(), url, features })
    return features
  }
}

/** Features that the listed paths speak of; without a list, those every deployment of the platform has. */
export function featuresOf(paths: readonly string[] | undefined): Features {
  const has = (end: string): boolean => paths?.some((path) => path.endsWith(end)) ?? false
  const base = (end: string): boolean => paths === undefined || has(end)
  const follow = has('/follow_session')
  return {
    raw: follow,
    follow,
    signals: has('/interrupt_session'),
    typing: has('/write_session'),
    resize: has('/resize_session'),
    listsStopped: has('/all_sandboxes'),
    statistics: base('/get_sandbox_statistics'),
    restart: base('/restart'),
    commit: base('/commit'),
  }
}
