import { z } from 'zod'
import { badRequest } from '../lifecycle/platform-error.ts'

/** What a sandbox may reach, in E2B's format. */
export const networkRequest = z.looseObject({
  allowOut: z.array(z.string()).nullish(),
  denyOut: z.array(z.string()).nullish(),
  rules: z.record(z.string(), z.unknown()).nullish(),
  egressProxy: z.unknown().optional(),
  allowPublicTraffic: z.boolean().nullish(),
  maskRequestHost: z.string().nullish(),
  allow_internet_access: z.boolean().nullish(),
})
type NetworkRequest = z.infer<typeof networkRequest>

/** E2B's notation for everything. */
const ALL = '0.0.0.0/0'

/**
 * Converts to the platform's `network`: all, none, or an allow list. Undefined if nothing was requested.
 * @throws PlatformError for what this server's proxy does not support
 */
export function networkOf(
  wish: NetworkRequest | null | undefined,
  internet: boolean | null | undefined,
): string | undefined {
  const { allowOut, denyOut, rules, egressProxy, maskRequestHost } = wish ?? {}
  if (egressProxy || maskRequestHost || Object.keys(rules ?? {}).length > 0) {
    throw badRequest(
      'rules for requests, proxies and host names cannot be had here: use allowOut with denyOut 0.0.0.0/0',
    )
  }
  const denies = denyOut ?? []
  const isClosed = internet === false || denies.includes(ALL)
  if (!isClosed && denies.length > 0) {
    throw badRequest('single addresses cannot be denied here: deny 0.0.0.0/0 and allow what is needed')
  }
  const allowed = (allowOut ?? []).filter((host) => host !== ALL)
  const hasRange = allowed.some((host) => host.includes('/'))
  if (isClosed && hasRange)
    throw badRequest('ranges of addresses cannot be allowed here: name hosts or addresses')
  if (isClosed) return allowed.length > 0 ? `allow:${allowed.join(',')}` : 'none'
  return wish ? 'own' : undefined
}
