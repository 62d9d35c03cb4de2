import type { Readable } from 'node:stream'
import { z } from 'zod'
import { isLoopbackUrl } from '#shared/net/loopback.ts'
import { tryJson } from '#shared/json/try-json.ts'
import { readParts } from '../../../node/http-body.ts'
import { type Fetch, fetch, fetchTrusting } from '../../../node/outgoing.ts'
import { type RegistryCode, RuntimeFailure } from '../runtime.ts'
import type { ImageName } from './image-name.ts'
import type { RegistryCredentials } from './registry-login.ts'

/** How a registry is spoken to. */
export interface RegistryWay {
  readonly login?: RegistryCredentials | undefined
  /** A file of certificates that are trusted besides the machine's. */
  readonly ca?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Content {
  /** A stream is sent once. */
  readonly body: Readable | Buffer
  readonly type: string
}

/** Requests for one repository of a registry, with its sign-in (the distribution specification of the Open Container Initiative). */
export class RegistryApi {
  readonly #name: ImageName
  readonly #way: RegistryWay
  readonly #fetch: Fetch
  readonly close: () => void
  #base: Promise<URL> | undefined
  #authorization: string | undefined

  constructor(name: ImageName, way: RegistryWay) {
    this.#name = name
    this.#way = way
    const own = way.ca === undefined ? { fetch, close: () => undefined } : fetchTrusting(way.ca)
    this.#fetch = own.fetch
    this.close = own.close
  }

  /** @param at below the repository, or where the last answer said @returns where it goes on @throws RuntimeFailure */
  async send(method: string, at: string | URL, content?: Content): Promise<URL> {
    const base = await (this.#base ??= this.#findBase())
    const url = new URL(at, base)
    if (base.protocol === 'https:' && url.protocol !== 'https:')
      throw this.#refusal('REGISTRY_UNTRUSTED', 'it wants the image over a connection without TLS')
    let answer = await this.#ask(method, url, content)
    if (answer.status === 401 && (!content || Buffer.isBuffer(content.body))) {
      const authorization = await this.#authorize(answer)
      if (authorization !== undefined) {
        this.#authorization = authorization
        answer = await this.#ask(method, url, content)
      }
    }
    const words = await this.#wordsOf(answer)
    if (answer.ok) return new URL(answer.headers.get('location') ?? '', url)
    throw this.#explain(answer, words)
  }

  async #ask(method: string, url: URL, content?: Content): Promise<Response> {
    const own = (await this.#base)?.origin === url.origin ? this.#authorization : undefined
    const init = {
      method,
      headers: {
        ...(own === undefined ? {} : { authorization: own }),
        ...(content ? { 'content-type': content.type } : {}),
      },
      body: content?.body ?? null,
      duplex: 'half',
      // The spec has none for these requests, and a stream cannot be sent again.
      redirect: 'manual',
      signal: this.#way.signal ?? null,
    }
    try {
      // Node's own type knows no streams of Node's.
      return await this.#fetch(url, init as unknown as RequestInit)
    } catch (error) {
      throw this.#unreached(error)
    }
  }

  /** As engines do, a registry on the loopback is spoken to without TLS if it has none. */
  async #findBase(): Promise<URL> {
    const { registry, repository } = this.#name
    const host = registry === 'docker.io' ? 'registry-1.docker.io' : registry
    const base = new URL(`https://${host}/v2/${repository}/`)
    if (!isLoopbackUrl(base)) return base
    try {
      await (await this.#fetch(new URL('/v2/', base), { signal: this.#way.signal ?? null })).body?.cancel()
    } catch (error) {
      const { code = '' } = causeOf(error)
      if (!/^(?:ERR_SSL_\w+|EPROTO|ECONNRESET|UND_ERR_SOCKET)$/.test(code)) throw this.#unreached(error)
      base.protocol = 'http:'
    }
    return base
  }

  /** Answers a challenge: the credentials themselves, or a token for them. Undefined where nothing is left to try. */
  async #authorize(refusal: Response): Promise<string | undefined> {
    const { login } = this.#way
    const challenge = refusal.headers.get('www-authenticate') ?? ''
    if (login && 'token' in login) return `Bearer ${login.token}`
    const basic =
      login && 'username' in login
        ? `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
        : undefined
    const [, parameters] = /\bbearer\s+(.*)$/is.exec(challenge) ?? []
    if (parameters === undefined) return basic
    const given = Object.fromEntries(
      Array.from(parameters.matchAll(/(\w+)="([^"]*)"/g), ([, key = '', value = '']) => [key, value]),
    )
    if (given['error'] === 'insufficient_scope') return undefined
    const realm = given['realm'] ?? ''
    if (!URL.canParse(realm)) throw this.#refusal('REGISTRY_REFUSED', 'it does not say where to sign in')
    const url = new URL(realm)
    if (url.protocol !== 'https:' && !isLoopbackUrl(url))
      throw this.#refusal('REGISTRY_UNTRUSTED', 'it wants a sign-in over a connection without TLS')
    const answer = await this.#askForToken(url, given['service'], basic)
    const words = await this.#wordsOf(answer)
    if (!answer.ok) throw this.#explain(answer, messageOf(words) ? words : await this.#wordsOf(refusal))
    const read = tokenSchema.safeParse(tryJson(words))
    const token = read.data?.token ?? read.data?.access_token
    if (!token) throw this.#refusal('REGISTRY_REFUSED', `its sign-in at ${url.host} gave no token`)
    return `Bearer ${token}`
  }

  #askForToken(url: URL, service: string | undefined, basic: string | undefined): Promise<Response> {
    const { login, signal } = this.#way
    const wish = new URLSearchParams({
      ...(service ? { service } : {}),
      // Some registries' challenges name less than the request needs.
      scope: `repository:${this.#name.repository}:pull,push`,
    })
    const late = AbortSignal.timeout(TOKEN_MS)
    const init: RequestInit = { signal: signal ? AbortSignal.any([signal, late]) : late }
    if (login && 'refreshToken' in login) {
      const { refreshToken: refresh_token } = login
      for (const [key, value] of Object.entries({ grant_type: 'refresh_token', refresh_token }))
        wish.set(key, value)
      wish.set('client_id', 'orrery')
      Object.assign(init, { method: 'POST', body: wish })
    } else {
      for (const [key, value] of wish) url.searchParams.set(key, value)
      if (basic) init.headers = { authorization: basic }
    }
    return this.#fetch(url, init).catch((error: unknown) => {
      throw this.#unreached(error, url.host)
    })
  }

  async #wordsOf(answer: Response): Promise<string> {
    try {
      return (await readParts(answer.body ?? [], MAX_ANSWER_BYTES)).toString()
    } catch {
      return ''
    }
  }

  #explain({ status, headers }: Response, text: string): RuntimeFailure {
    const words = this.#masked(messageOf(text).slice(0, MAX_WORDS)) || 'no reason was given'
    const lacksRight = (headers.get('www-authenticate') ?? '').includes('insufficient_scope')
    const code = lacksRight ? 'REGISTRY_DENIED' : (CODES[status] ?? 'REGISTRY_REFUSED')
    const { login } = this.#way
    const remedy = {
      LOGIN_FAILED: login
        ? 'it does not know this login'
        : 'it wants a login: give a username and password, or keep one where the server runs, by docker login',
      REGISTRY_DENIED: `${login ? 'this login' : 'a caller without a login'} may not push to ${this.#name.repository}`,
      REGISTRY_BUSY: 'it takes no more for now: try again later',
      REGISTRY_REFUSED: undefined,
    }[code]
    return this.#refusal(code, `${status}: ${words}`, remedy)
  }

  #refusal(code: RegistryCode, words: string, remedy?: string): RuntimeFailure {
    const sentence = `the registry ${this.#name.registry} refused it (${words})`
    return new RuntimeFailure(remedy === undefined ? sentence : `${sentence}: ${remedy}`, code)
  }

  /** Why there is no answer. */
  #unreached(error: unknown, host = this.#name.registry): Error {
    const { signal } = this.#way
    if (signal?.aborted) return signal.reason as Error
    if (error instanceof RuntimeFailure) return error
    const { code = '', message } = causeOf(error)
    const [, distrust] = DISTRUST.find(([form]) => form.test(code)) ?? []
    return distrust === undefined
      ? new RuntimeFailure(`the registry ${host} cannot be reached: ${message}`, 'REGISTRY_UNREACHABLE')
      : new RuntimeFailure(`the registry ${host} is not trusted: ${distrust} (${code})`, 'REGISTRY_UNTRUSTED')
  }

  /** A registry may repeat what it was sent. */
  #masked(words: string): string {
    const secrets = Object.entries(this.#way.login ?? {}).flatMap(([key, value]) =>
      key === 'username' || value === '' ? [] : [value],
    )
    return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words)
  }
}

const TOKEN_MS = 60_000
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_WORDS = 500

const CODES: Readonly<
  Record<number, 'LOGIN_FAILED' | 'REGISTRY_DENIED' | 'REGISTRY_BUSY' | 'REGISTRY_REFUSED'>
> = { 401: 'LOGIN_FAILED', 403: 'REGISTRY_DENIED', 429: 'REGISTRY_BUSY', 503: 'REGISTRY_BUSY' }

/** Node's codes of connections whose certificate is not accepted. */
const DISTRUST: readonly (readonly [code: RegExp, words: string])[] = [
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/,
    'nobody known here signed its certificate; name a PEM file of its authority with --kube-registry-ca',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_\w+$/, 'its certificate is not valid'],
]

const tokenSchema = z.object({ token: z.string().optional(), access_token: z.string().optional() })

/** The reason below what `fetch` says. */
function causeOf(error: unknown): { readonly code?: string | undefined; readonly message: string } {
  const { cause = error } = error as { cause?: unknown }
  const { code, message } = cause as { code?: string; message?: string }
  return { code, message: message || code || String(cause) }
}

const errorsSchema = z.object({
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
  details: z.string().optional(),
})

/** The message in a registry's answer, or the answer. */
function messageOf(text: string): string {
  const read = errorsSchema.safeParse(tryJson(text))
  if (!read.success) return text.trim()
  const { errors = [], details = '' } = read.data
  return errors.map(({ message = '' }) => message).join(', ') || details
}
