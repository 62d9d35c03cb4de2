import { createHash } from 'node:crypto'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ImageName } from './image-name.ts'
import { RegistryApi, type RegistryWay } from './registry-api.ts'

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

/** A registry's API for pushing (the distribution specification of the Open Container Initiative). */
export class RegistryPush {
  readonly #name: ImageName
  readonly #api: RegistryApi

  constructor(name: ImageName, way: RegistryWay) {
    this.#name = name
    this.#api = new RegistryApi(name, way)
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
      this.#api.close()
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
    const body = Buffer.from(JSON.stringify(manifest))
    await this.#api.send('PUT', `manifests/${this.#name.tag}`, { body, type: MANIFEST })
  }

  #uploadJson(mediaType: string, content: object): Promise<Descriptor> {
    const body = Readable.from([Buffer.from(JSON.stringify(content))])
    return this.#upload(body, mediaType, Promise.resolve())
  }

  /** Nothing is kept by the registry before the last request, which names the digest. */
  async #upload(content: Readable, mediaType: string, isWhole: Promise<void>): Promise<Descriptor> {
    const begun = await this.#api.send('POST', 'blobs/uploads/')
    const digest = new Digest()
    content.once('error', (error) => digest.stream.destroy(error))
    const body = content.pipe(digest.stream)
    const sent = await this.#api.send('PATCH', begun, { body, type: 'application/octet-stream' })
    await isWhole
    sent.searchParams.set('digest', digest.value)
    await this.#api.send('PUT', sent)
    return { mediaType, size: digest.size, digest: digest.value }
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

interface Descriptor {
  readonly mediaType: string
  readonly size: number
  readonly digest: string
}

/** Most of what comes is packed well, and the processor is shared. */
const PACKING = 1
