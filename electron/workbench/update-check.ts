import { z } from 'zod'
import type { Notice } from '#shared/workbench/areas/host.ts'
import { fetch } from '../node/outgoing.ts'

const feedSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  url: z.url({ protocol: /^https$/ }),
})

/** Timeout of a feed in milliseconds. Startup does not wait for it. */
const PATIENCE_MS = 10_000

/** Compares the three version numbers only. */
export function isLater(a: string, b: string): boolean {
  const numbers = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number)
  const [left, right] = [numbers(a), numbers(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}

/**
 * Requests the configured feed once. Nothing is downloaded or installed; a later version becomes a notice with its URL.
 * @returns the notice, or undefined if this version is the latest
 */
export async function checkForUpdate(feed: string, version: string): Promise<Omit<Notice, 'id'> | undefined> {
  if (feed === '') return undefined
  try {
    const response = await fetch(feed, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
    const latest = feedSchema.parse(await response.json())
    if (!isLater(latest.version, version)) return undefined
    return {
      level: 'info',
      code: 'updateAvailable',
      params: { latest: latest.version, version, url: latest.url },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      level: 'warning',
      code: 'updateFeedUnreadable',
      params: { reason },
    }
  }
}
