import type { Drain } from './drain.ts'

/** Liveness and readiness paths. They reveal nothing that would need a token. */
export const HEALTH_PATHS = ['/healthz', '/readyz'] as const

interface Health {
  readonly status: 200 | 503
  readonly body: { readonly status: 'ok' | 'ready' | 'draining' | 'unavailable' }
}

/**
 * `/healthz` succeeds as long as the server answers at all, because a restart fixes nothing else. `/readyz`
 * fails while the server drains or while a dependency does not answer.
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
