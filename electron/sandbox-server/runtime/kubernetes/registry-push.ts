import { createHash } from 'node:crypto'
import * as http from 'node:http'
import * as https from 'node:https'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type RegistryLogin, RuntimeFailure } from '../runtime.ts'

const CONFIG = 'application/vnd.oci.image.config.v1+json'
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip'
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json'

/** What an image says besides its files. */
export interface ImageSettings {
  readonly architecture: string
  readonly env: readonly string[]
  readonly directory: string
  /** Undefined for root. */
  readonly user: string | undefined
}

/** The parts of an image's name. */
export interface ImageName {
  readonly registry: string
  readonly repository: string
  readonly tag: string
}

/** Undefined if the name begins with no registry, or is none that can be pushed to. */
export function parseImageName(reference: string): ImageName | undefined {
  const [, registry = '', repository = '', tag = 'latest'] =
    /^([^/@]*[.:][^/@]*|localhost)\/([a-z0-9]+(?:[._/-]+[a-z0-9]+)*)(?::([\w][\w.-]{0,127}))?$/.exec(
      reference,
    ) ?? []
  return registry && repository ? { registry, repository, tag } : undefined
}

/** A registry's API for pushing (the distribution specification of the Open Container Initiative). */
export class RegistryPush {
  readonly #name: ImageName
  readonly #login: RegistryLogin | undefined
  readonly #signal: AbortSignal | undefined
  #authorization: string | undefined

  constructor(name: ImageName, login?: RegistryLogin, signal?: AbortSignal) {
    this.#name = name
    this.#login = login
    this.#signal = signal
  }

  /** Pushes an image of one layer. @param isWhole rejects if the archive must not become an image @throws RuntimeFailure */
  async push(archive: Readable, isWhole: Promise<void>, settings: ImageSettings): Promise<void> {
    const files = new Digest()
    const packed = new PassThrough()
    const packing = pipeline(archive, files.stream, createGzip({ level: PACKING }), packed)
    try {
      const [layer] = await Promise.all([this.#upload(packed, LAYER, isWhole), packing, isWhole])
      await this.#describe(layer, files.value, settings)
    } finally {
      packed.destroy()
    }
  }

  async #describe(layer: Descriptor, files: string, settings: ImageSettings): Promise<void> {
    const { architecture, env, directory, user } = settings
    const created = new Date().toISOString()
    const config = await this.#uploadJson(CONFIG, {
      architecture,
      os: 'linux',
      created,
      config: { Env: env, WorkingDir: directory, ...(user === undefined ? {} : { User: user }) },
      rootfs: { type: 'layers', diff_ids: [files] },
      history: [{ created, created_by: 'orrery sandbox commit' }],
    })
    const manifest = { schemaVersion: 2, mediaType: MANIFEST, config, layers: [layer] }
    const body = Readable.from([Buffer.from(JSON.stringify(manifest))])
    await this.#send('PUT', this.#url(`manifests/${this.#name.tag}`), { body, type: MANIFEST })
  }

  #uploadJson(mediaType: string, content: object): Promise<Descriptor> {
    const body = Readable.from([Buffer.from(JSON.stringify(content))])
    return this.#upload(body, mediaType, Promise.resolve())
  }

  /** Nothing is kept by the registry before the last request, which names the digest. */
  async #upload(content: Readable, mediaType: string, isWhole: Promise<void>): Promise<Descriptor> {
    const begun = await this.#send('POST', this.#url('blobs/uploads/'))
    const digest = new Digest()
    content.once('error', (error) => digest.stream.destroy(error))
    const body = content.pipe(digest.stream)
    const sent = await this.#send('PATCH', begun, { body, type: 'application/octet-stream' })
    await isWhole
    sent.searchParams.set('digest', digest.value)
    await this.#send('PUT', sent)
    return { mediaType, size: digest.size, digest: digest.value }
  }

  /** @returns where an upload goes on */
  async #send(method: string, url: URL, content?: Content): Promise<URL> {
    let answer = await this.#ask(method, url, content)
    if (answer.status === 401 && !content) {
      this.#authorization = await this.#authorize(answer.challenge)
      answer = await this.#ask(method, url)
    }
    const { status, text, location } = answer
    if (status >= 200 && status < 300) return new URL(location, url)
    const words = messageOf(text) || 'no reason was given'
    throw new RuntimeFailure(`the registry ${this.#name.registry} refused it (${status}: ${words})`)
  }

  #ask(method: string, url: URL, content?: Content): Promise<Answer> {
    const { registry } = this.#name
    const { request } = url.protocol === 'http:' ? http : https
    const authorization = url.host === this.#url('').host ? this.#authorization : undefined
    const headers = {
      ...(authorization === undefined ? {} : { authorization }),
      ...(content ? { 'content-type': content.type } : { 'content-length': 0 }),
    }
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void =>
        reject(
          this.#signal?.aborted
            ? (this.#signal.reason as Error)
            : new RuntimeFailure(`the registry ${registry} cannot be reached: ${error.message}`),
        )
      const call = request(url, { method, headers, signal: this.#signal }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text = (text + String(chunk)).slice(0, MAX_WORDS)))
        response.once('error', fail)
        response.once('end', () => {
          const { location = '', 'www-authenticate': challenge = '' } = response.headers
          resolve({ status: response.statusCode ?? 0, text, location, challenge })
          // A refusal may come before all was sent.
          if (!call.writableFinished) call.destroy()
        })
      })
      call.once('error', fail)
      content?.body.once('error', (error) => call.destroy(error))
      if (content) content.body.pipe(call)
      else call.end()
    })
  }

  /** Answers a challenge: the credentials themselves, or a token for them. */
  async #authorize(challenge: string): Promise<string | undefined> {
    const basic =
      this.#login &&
      `Basic ${Buffer.from(`${this.#login.username}:${this.#login.password}`).toString('base64')}`
    if (!/^bearer /i.test(challenge)) return basic
    const given = Object.fromEntries(
      Array.from(challenge.matchAll(/(\w+)="([^"]*)"/g), ([, key = '', value = '']) => [key, value]),
    )
    const url = new URL(given['realm'] ?? '')
    if (url.protocol !== 'https:' && !isLoopback(url.hostname))
      throw new RuntimeFailure(`the registry ${this.#name.registry} wants a sign-in over an open connection`)
    if (given['service']) url.searchParams.set('service', given['service'])
    url.searchParams.set('scope', `repository:${this.#name.repository}:pull,push`)
    const response = await fetch(url, {
      headers: basic ? { authorization: basic } : {},
      ...(this.#signal ? { signal: this.#signal } : {}),
    })
    if (!response.ok) return basic
    const { token, access_token: other } = (await response.json()) as Record<string, string | undefined>
    return `Bearer ${token ?? other}`
  }

  #url(rest: string): URL {
    const { registry, repository } = this.#name
    const scheme = isLoopback(registry.replace(/:\d+$/, '')) ? 'http' : 'https'
    return new URL(`${scheme}://${registry}/v2/${repository}/${rest}`)
  }
}

/** Passes bytes on, counts them and computes their digest. */
class Digest {
  size = 0
  readonly #hash = createHash('sha256')
  #value: string | undefined
  readonly stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      this.#hash.update(chunk)
      this.size += chunk.length
      done(null, chunk)
    },
  })

  /** Of all that was passed on. */
  get value(): string {
    this.#value ??= `sha256:${this.#hash.digest('hex')}`
    return this.#value
  }
}

interface Content {
  readonly body: Readable
  readonly type: string
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly location: string
  readonly challenge: string
}

interface Descriptor {
  readonly mediaType: string
  readonly size: number
  readonly digest: string
}

/** Most of what comes is packed well, and the processor is shared. */
const PACKING = 1
const MAX_WORDS = 500

/** As engines do, a registry on the loopback is spoken to without TLS. */
const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** The message in a registry's answer, or the answer. */
function messageOf(text: string): string {
  try {
    const { errors = [] } = JSON.parse(text) as { errors?: readonly { readonly message?: string }[] }
    return errors.map(({ message = '' }) => message).join(', ')
  } catch {
    return text.trim()
  }
}
