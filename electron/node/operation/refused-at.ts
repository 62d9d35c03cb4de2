import type { IncomingMessage } from 'node:http'

const MAX_LENGTH = 200

/** Whether a call was refused for who or where it is from. */
export const isRefusal = (status: number): boolean => status === 401 || status === 403

/** What locates a refused caller: never the query or an address with a login, which may hold a token. */
export function refusedAt(
  { url = '', headers }: IncomingMessage,
  client: string | undefined,
): {
  readonly path: string
  readonly client?: string
  readonly forwarded?: string
} {
  const path = url.startsWith('/') ? (url.split('?')[0] ?? '').slice(0, MAX_LENGTH) : '(not a path)'
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(', ').slice(0, MAX_LENGTH)
  return { path, ...(client === undefined ? {} : { client }), ...(forwarded === '' ? {} : { forwarded }) }
}
