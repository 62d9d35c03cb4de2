import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

const CALLBACK = '/callback'

interface CallbackServer {
  readonly address: string
  /** Resolves with the authorization code and its issuer (RFC 9207). */
  answer(
    signal: AbortSignal,
  ): Promise<{ readonly authorizationCode: string; readonly iss: string | undefined }>
  close(): void
}

/** Opens a loopback HTTP server for one OAuth redirect that carries this `state`. */
export async function openCallbackServer(state: string): Promise<CallbackServer> {
  let arrived: (answer: URLSearchParams) => void = () => undefined
  const answer = new Promise<URLSearchParams>((resolve) => {
    arrived = resolve
  })
  const server: Server = createServer((request, response) => {
    // Any page may ask here, also for what is no address: `//` would throw.
    const [pathname, query] = (request.url ?? '').split('?', 2)
    const searchParams = new URLSearchParams(query)
    const ours = pathname === CALLBACK && searchParams.get('state') === state
    response.writeHead(ours ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', connection: 'close' })
    response.end(ours ? PAGE : '')
    if (ours) arrived(searchParams)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${CALLBACK}`,
    async answer(signal) {
      const left = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
      )
      const params = await Promise.race([answer, left])
      const authorizationCode = params.get('code')
      if (authorizationCode !== null) return { authorizationCode, iss: params.get('iss') ?? undefined }
      const reason = params.get('error_description') ?? params.get('error') ?? ''
      throw workbenchError('SIGN_IN_REFUSED', { reason })
    },
    close: () => void server.close(),
  }
}

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>Orrery</title><body style="font:15px system-ui;margin:4rem"><h1 style="font-size:20px">Signed in</h1><p>You can close this page and go back to Orrery.</p><p>已登录，您可以关闭此页面并返回 Orrery。</p>'
