import { randomUUID } from 'node:crypto'
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { extractWWWAuthenticateParams, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { fetch } from '../../node/outgoing.ts'
import { openCallbackServer } from './callback-server.ts'

/** Tokens from an authorization server and the client they belong to. The whole object is secret. */
export interface Grant {
  /** The client, registered dynamically or by hand. */
  readonly client?: StoredOAuthClientInformation | undefined
  /** Whether the user provided the client, so that none has to be registered. */
  readonly given?: boolean | undefined
  readonly tokens?: StoredOAuthTokens | undefined
  /** Additional scopes that the server wants and the user has not granted yet. */
  readonly wanted?: string | undefined
}

/** Storage for a grant. */
export interface GrantStore {
  read(): Promise<Grant | undefined>
  write(grant: Grant): Promise<void>
  remove(): Promise<void>
}

/** A pre-registered client, for authorization servers without dynamic registration. */
interface GivenClient {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
}

type Fetch = (target: string | URL, init?: RequestInit) => Promise<Response>

/** Time limit for the user to sign in. */
const MAX_WAIT_MS = 10 * 60_000

/**
 * Signs in to one server with OAuth 2.1. Discovery, registration, PKCE and refresh are the SDK's; this class adds the
 * loopback redirect (RFC 8252) and opens a browser only when the user asks for it.
 */
export class SignIn implements OAuthClientProvider {
  readonly #url: string
  readonly #store: GrantStore
  #grant: Grant = {}
  #loaded: Promise<void> | undefined
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined
  /** The sign-in in progress. */
  #visit: { readonly redirect: string; readonly state: string; open(address: URL): void } | undefined

  constructor(url: string, store: GrantStore) {
    this.#url = url
    this.#store = store
  }

  /** Whether there are tokens. */
  get signedIn(): boolean {
    return this.#grant.tokens !== undefined
  }

  /**
   * The token provider for a transport; undefined before the user has signed in, so that a server's 401 stays a
   * 401.
   */
  async provider(): Promise<SignIn | undefined> {
    await this.#load()
    return this.signedIn && this.#grant.wanted === undefined ? this : undefined
  }

  /**
   * Wraps `fetch` for a server's transport. If the server requires more scopes than were granted, the user has to sign in again: the
   * SDK would refresh the token with the same scopes and be refused again.
   * @throws UnauthorizedError
   */
  watching(ask: Fetch): Fetch {
    return async (target, init) => {
      const response = await ask(target, init)
      if (response.status !== 403) return response
      const { error, scope = '' } = extractWWWAuthenticateParams(response)
      if (error !== 'insufficient_scope') return response
      await response.body?.cancel()
      const scopes = `${this.#grant.tokens?.scope ?? ''} ${scope}`.split(' ').filter(Boolean)
      await this.#keep({ ...this.#grant, wanted: [...new Set(scopes)].join(' ') })
      throw new UnauthorizedError(`More has to be granted: ${scope}`)
    }
  }

  /**
   * Lets the user sign in with a browser.
   * @param open opens the URL
   * @throws WorkbenchError SIGN_IN_…
   */
  async signIn(client: GivenClient, open: (address: URL) => void, signal: AbortSignal): Promise<void> {
    await this.#load()
    const { clientId, clientSecret } = client
    const { wanted } = this.#grant
    const given = clientId === undefined || clientId === '' ? undefined : clientId
    await this.#keep(
      given === undefined
        ? { ...this.#grant, tokens: undefined }
        : {
            client: { client_id: given, ...(clientSecret ? { client_secret: clientSecret } : {}) },
            given: true,
            wanted,
          },
    )
    // The authorization server may have changed since.
    this.#discovery = undefined
    const state = randomUUID()
    const server = await openCallbackServer(state)
    this.#visit = { redirect: server.address, state, open }
    try {
      // The second SDK validates the issuer; it is loaded on the first sign-in.
      const { auth } = await import('@modelcontextprotocol/client')
      const { resourceMetadataUrl, scope } = await this.#challenge(signal)
      const options = {
        serverUrl: this.#url,
        fetchFn: fetch,
        resourceMetadataUrl,
        scope: wanted ?? scope,
        forceReauthorization: wanted !== undefined,
      }
      if ((await auth(this, options)) !== 'AUTHORIZED') {
        const waited = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)])
        await auth(this, { ...options, ...(await server.answer(waited)) })
      }
      await this.#keep({ ...this.#grant, wanted: undefined })
    } catch (error) {
      signal.throwIfAborted()
      throw asSentence(error)
    } finally {
      this.#visit = undefined
      server.close()
    }
  }

  async signOut(): Promise<void> {
    await this.#load()
    this.#grant = {}
    this.#discovery = undefined
    await this.#store.remove()
  }

  /** Requests the server once to read the sign-in challenge from its 401 or 403. */
  async #challenge(signal: AbortSignal) {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
      signal,
    })
    await response.body?.cancel()
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
    return { resourceMetadataUrl, scope }
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#store.read().then((grant) => {
      this.#grant = grant ?? {}
    })
    return this.#loaded
  }

  async #keep(grant: Grant): Promise<void> {
    this.#grant = grant
    await this.#store.write(grant)
  }

  // The OAuthClientProvider interface.

  get redirectUrl(): string {
    return this.#visit?.redirect ?? 'http://127.0.0.1/callback'
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Orrery',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      // A client with a loopback redirect (OpenID Connect registration).
      application_type: 'native',
    }
  }

  state(): string {
    return this.#visit?.state ?? ''
  }

  /**
   * A registered client is only reused for the same redirect URI, and the loopback port changes each time.
   */
  clientInformation(): StoredOAuthClientInformation | undefined {
    const { client, given } = this.#grant
    if (!client || given || !this.#visit) return client
    const addresses = 'redirect_uris' in client ? client.redirect_uris : []
    return addresses.includes(this.#visit.redirect) ? client : undefined
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.#keep({ ...this.#grant, client })
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#grant.tokens
  }

  /** A refresh response without a new refresh token leaves the old one valid (RFC 6749, section 6). */
  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    const refresh = tokens.refresh_token ?? this.#grant.tokens?.refresh_token
    return this.#keep({
      ...this.#grant,
      tokens: { ...tokens, refresh_token: refresh },
    })
  }

  /** Outside a sign-in the server wants more scopes than were granted; the next start reports that. */
  async redirectToAuthorization(address: URL): Promise<void> {
    if (this.#visit) return this.#visit.open(address)
    await this.#keep({ ...this.#grant, wanted: address.searchParams.get('scope') ?? undefined })
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'verifier') this.#verifier = ''
    if (scope === 'discovery' || scope === 'all') this.#discovery = undefined
    if (scope === 'tokens') await this.#keep({ ...this.#grant, tokens: undefined })
    const { tokens, wanted } = this.#grant
    if (scope === 'client') await this.#keep({ tokens, wanted })
    if (scope === 'all') await this.#keep({ wanted })
  }
}

/** Whether a failure means that the server requires a sign-in. */
export const wantsSignIn = (error: unknown): boolean =>
  error instanceof UnauthorizedError || (error as { code?: unknown } | null)?.code === 401

function asSentence(error: unknown): unknown {
  if (error instanceof Error && error.name === 'WorkbenchError') return error
  if (error instanceof DOMException) return workbenchError('SIGN_IN_LATE')
  const reason = error instanceof Error ? error.message : String(error)
  return workbenchError('SIGN_IN_FAILED', { reason }, { cause: error })
}
