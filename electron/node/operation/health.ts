import type { Drain } from './drain.ts'

/** Paths that tell whether a server lives, and whether it takes work. They reveal nothing that is worth a token. */
export const HEALTH_PATHS = ['/healthz', '/readyz'] as const

interface Health {
  readonly status: 200 | 503
  readonly body: { readonly status: 'ok' | 'ready' | 'draining' | 'unavailable' }
}

/**
 * `/healthz` is well as long as anything answers: a restart helps with nothing else. `/readyz` is not while the server ends, or what it
 * stands on does not answer.
 */
export async function healthOf(
  path: string,
  drain: Drain,
  isAvailable: () => boolean | Promise<boolean> = () => true,
): Promise<Health | undefined> {
  if (path === '/healthz') return { status: 200, body: { status: 'ok' } }
  if (path !== '/readyz') return undefined
  if (drain.isDraining) return { status: 503, body: { status: 'draining' } }
  const isReady = await Promise.resolve(isAvailable()).catch(() => false)
  return isReady
    ? { status: 200, body: { status: 'ready' } }
    : { status: 503, body: { status: 'unavailable' } }
}
