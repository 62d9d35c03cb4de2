import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DemoInMemoryAuthProvider } from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { InvalidGrantError, InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCallbackServer } from '../../../../electron/workbench/models/callback-server.ts'
import { HttpTransport } from '../../../../electron/workbench/models/http-transport.ts'
import { ModelSession } from '../../../../electron/workbench/models/model-session.ts'
import { SignIn, type Grant, type GrantStore } from '../../../../electron/workbench/models/sign-in.ts'
import { StartFailure } from '../../../../electron/workbench/supervision/supervisor.ts'

/** The SDK's demo authorization server, extended by refresh tokens and by proper errors for invalid tokens. */
class Authorisation extends DemoInMemoryAuthProvider {
  /** Valid refresh tokens. */
  readonly refreshing = new Set<string>()
  /** Scopes of each access token. */
  readonly granted = new Map<string, string>()
  /** Valid access tokens. */
  readonly issued = new Set<string>()

  override async exchangeAuthorizationCode(
    ...args: Parameters<DemoInMemoryAuthProvider['exchangeAuthorizationCode']>
  ): Promise<OAuthTokens> {
    const tokens = await super.exchangeAuthorizationCode(...args)
    const refresh = crypto.randomUUID()
    this.refreshing.add(refresh)
    this.issued.add(tokens.access_token)
    this.granted.set(tokens.access_token, tokens.scope ?? '')
    return { ...tokens, refresh_token: refresh }
  }

  override exchangeRefreshToken(_client: unknown, refresh: string): Promise<OAuthTokens> {
    if (!this.refreshing.has(refresh)) return Promise.reject(new InvalidGrantError('It was withdrawn.'))
    const token = crypto.randomUUID()
    this.issued.add(token)
    return Promise.resolve({ access_token: token, token_type: 'bearer', expires_in: 3600 })
  }

  override verifyAccessToken(token: string): Promise<AuthInfo> {
    if (!this.issued.has(token)) return Promise.reject(new InvalidTokenError('It is not known here.'))
    return Promise.resolve({ token, clientId: '', scopes: [], expiresAt: Date.now() / 1000 + 3600 })
  }
}

/** An MCP server that requires a token, with the SDK's authorization server beside it. */
class Guarded {
  readonly provider = new Authorisation()
  /** The scope that a tool call requires. */
  demands: string | undefined
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<Guarded> {
    const app = createMcpExpressApp()
    const guarded = new Guarded(createServer(app))
    await new Promise<void>((resolve) => guarded.#server.listen(0, '127.0.0.1', resolve))
    const resource = new URL(guarded.url)
    app.use(
      mcpAuthRouter({
        provider: guarded.provider,
        issuerUrl: new URL(resource.origin),
        resourceServerUrl: resource,
      }),
    )
    const bearer = requireBearerAuth({
      verifier: guarded.provider,
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
    })
    app.post(
      '/mcp',
      bearer,
      (request: IncomingMessage & { body?: { method?: string } }, response: ServerResponse) =>
        guarded.#refuses(request, response) || void answer(request, response),
    )
    app.get(
      '/mcp',
      bearer,
      (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(405).end(),
    )
    return guarded
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`
  }

  #refuses({ headers, body }: IncomingMessage & { body?: { method?: string } }, response: ServerResponse) {
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    const scopes = this.provider.granted.get(token)?.split(' ') ?? []
    if (body?.method !== 'tools/call' || !this.demands || scopes.includes(this.demands)) return false
    const challenge = `Bearer error="insufficient_scope", scope="${this.demands}"`
    response.writeHead(403, { 'www-authenticate': challenge }).end()
    return true
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** One request to a server without sessions. */
async function answer(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
): Promise<void> {
  const server = new McpServer({ name: 'guarded', version: '1' })
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  await transport.handleRequest(request, response, request.body)
}

/** Stores a grant in memory for inspection. */
function memoryStore(): GrantStore & { grant: Grant | undefined } {
  return {
    grant: undefined,
    read() {
      return Promise.resolve(this.grant)
    },
    write(grant) {
      this.grant = grant
      return Promise.resolve()
    },
    remove() {
      this.grant = undefined
      return Promise.resolve()
    },
  }
}

let server: Guarded
beforeEach(async () => {
  server = await Guarded.start()
})
afterEach(() => server.stop())

const { signal } = new AbortController()

/** A browser whose user consents immediately. */
const browser = (address: URL): void => void fetch(address)

async function connect(signIn: SignIn): Promise<ModelSession> {
  const observer = { onStderr: () => undefined, onNoise: () => undefined, onTrace: () => undefined }
  const transport = await HttpTransport.open({
    kind: 'http',
    url: server.url,
    headers: {},
    authProvider: await signIn.provider(),
    observer,
  })
  const options = {
    name: 'guarded',
    version: '1',
    onNotification: () => undefined,
    onQuestion: () => Promise.resolve({}),
    roots: () => ({ roots: [] }),
  }
  return ModelSession.start(transport, options, signal)
}

it('a server that wants a sign-in says so at once, and nobody is registered or sent anywhere', async () => {
  const store = memoryStore()
  const failed: unknown = await connect(new SignIn(server.url, store)).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StartFailure)
  expect(failed).toMatchObject({
    fatal: true,
    failure: {
      step: 'signIn',
      message: 'guarded requires you to sign in.',
      hint: expect.any(String) as string,
    },
  })
  expect(store.grant).toBeUndefined()
})

it('a person signs in with a client of our own making, and comes in again without', async () => {
  const store = memoryStore()
  const signIn = new SignIn(server.url, store)
  const seen: URL[] = []
  await signIn.signIn({}, (address) => (seen.push(address), browser(address)), signal)
  expect(seen[0]?.searchParams.get('code_challenge_method')).toBe('S256')
  expect(store.grant?.tokens?.access_token).toBeTruthy()
  const session = await connect(signIn)
  expect(session.handshake.server.name).toBe('guarded')
  await session.stop()
  await (await connect(new SignIn(server.url, store))).stop()
})

it('a second sign-in is one of its own', async () => {
  const store = memoryStore()
  const signIn = new SignIn(server.url, store)
  await signIn.signIn({}, browser, signal)
  const first = store.grant?.tokens?.access_token
  await signIn.signIn({}, browser, signal)
  expect(store.grant?.tokens?.access_token).not.toBe(first)
})

it('a client that was given by hand is used instead of registering one', async () => {
  const store = memoryStore()
  const signIn = new SignIn(server.url, store)
  let redirect = ''
  const lookup = server.provider.clientsStore.getClient.bind(server.provider.clientsStore)
  server.provider.clientsStore.getClient = (id: string) =>
    id === 'by-hand'
      ? Promise.resolve({
          client_id: id,
          redirect_uris: [redirect],
          token_endpoint_auth_method: 'none',
        } as never)
      : lookup(id)
  await signIn.signIn(
    { clientId: 'by-hand' },
    (address) => {
      redirect = address.searchParams.get('redirect_uri') ?? ''
      browser(address)
    },
    signal,
  )
  expect(store.grant).toMatchObject({ given: true, client: { client_id: 'by-hand' } })
  await (await connect(signIn)).stop()
})

it('after signing out the server says again that it wants one', async () => {
  const store = memoryStore()
  const signIn = new SignIn(server.url, store)
  await signIn.signIn({}, browser, signal)
  await signIn.signOut()
  expect(store.grant).toBeUndefined()
  await expect(connect(signIn)).rejects.toMatchObject({ failure: { step: 'signIn' } })
})

it('a token that has run out is refreshed, and the refresh token stays in force', async () => {
  const store = memoryStore()
  const signIn = new SignIn(server.url, store)
  await signIn.signIn({}, browser, signal)
  const { tokens } = store.grant ?? {}
  server.provider.issued.clear()
  await (await connect(signIn)).stop()
  expect(store.grant?.tokens?.access_token).not.toBe(tokens?.access_token)
  expect(store.grant?.tokens?.refresh_token).toBe(tokens?.refresh_token)
})

it.each([
  ['at once', (signIn: SignIn) => signIn],
  ['after a restart', (_signIn: SignIn, store: GrantStore) => new SignIn(server.url, store)],
])(
  'a server that wants more than was granted is signed in to again, for all of it, %s',
  async (_when, next) => {
    const store = memoryStore()
    let signIn = new SignIn(server.url, store)
    await signIn.signIn({}, browser, signal)
    const call = async () => {
      const session = await connect(signIn)
      return session.request('tools/call', { name: 'none' }).finally(() => session.stop())
    }
    server.demands = 'admin'
    await expect(call()).rejects.toThrow(UnauthorizedError)
    signIn = next(signIn, store)
    // A refresh would return the same scopes, so the user counts as signed out.
    await expect(connect(signIn)).rejects.toMatchObject({ fatal: true, failure: { step: 'signIn' } })
    await signIn.signIn({}, browser, signal)
    expect(store.grant?.tokens?.scope?.split(' ')).toContain('admin')
    expect(store.grant?.wanted).toBeUndefined()
    await expect(call()).rejects.toMatchObject({ code: -32_601 })
  },
)

it('a grant that was withdrawn ends in a sign-in, not in a loop', async () => {
  const store = memoryStore()
  const signIn = new SignIn(server.url, store)
  await signIn.signIn({}, browser, signal)
  server.provider.issued.clear()
  server.provider.refreshing.clear()
  await expect(connect(signIn)).rejects.toMatchObject({ fatal: true, failure: { step: 'signIn' } })
})

it.each([
  [
    'refuses',
    'error=access_denied&error_description=No%20thanks',
    'SIGN_IN_REFUSED',
    'The sign-in was refused: No thanks.',
  ],
] as const)('a person who %s is told so', async (_how, answer, code, message) => {
  const signIn = new SignIn(server.url, memoryStore())
  const back = (address: URL): void => {
    const { searchParams } = address
    void fetch(`${searchParams.get('redirect_uri')}?${answer}&state=${searchParams.get('state')}`)
  }
  await expect(signIn.signIn({}, back, signal)).rejects.toMatchObject({ code, message })
})

it.each(['//', '//[', '///?state=', '/callback/', '*'])(
  'a page that asks the callback for %s is not listened to, and ends nothing',
  async (path) => {
    const callback = await openCallbackServer('ours')
    const { hostname, port } = new URL(callback.address)
    const ask = (wanted: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get({ hostname, port, path: wanted }, (response) => resolve(response.resume().statusCode)).on(
          'error',
          reject,
        )
      })
    expect(await ask(path)).toBe(404)
    expect(await ask('/callback?state=ours&code=c%2B1')).toBe(200)
    expect(await callback.answer(AbortSignal.timeout(5_000))).toEqual({
      authorizationCode: 'c+1',
      iss: undefined,
    })
    callback.close()
  },
)

it('a page that brings a code of somebody else is not listened to', async () => {
  const signIn = new SignIn(server.url, memoryStore())
  const abort = new AbortController()
  const statuses: number[] = []
  const forged = (address: URL): void =>
    void fetch(`${address.searchParams.get('redirect_uri')}?code=x&state=forged`).then(({ status }) => {
      statuses.push(status)
      abort.abort()
    })
  await expect(signIn.signIn({}, forged, abort.signal)).rejects.toThrow(/abort/i)
  expect(statuses).toEqual([404])
})
