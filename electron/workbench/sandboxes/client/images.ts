import type { Readable } from 'node:stream'
import { z } from 'zod'
import { imagesSchema, runtimeSchema } from '#shared/sandbox/records.ts'
import { fileForm, type Progress } from './file-form.ts'
import type { CallOptions, RestClient } from './rest-client.ts'

/** Images and start options of Orrery's server. Other platforms list neither. */
export class PlatformImages {
  readonly #client: RestClient

  constructor(client: RestClient) {
    this.#client = client
  }

  list(options: CallOptions = {}): Promise<z.output<typeof imagesSchema>> {
    return this.#client.get('images', {}, imagesSchema, options)
  }

  /** The networks that a start can request, the default first, and what each backend does not guarantee. */
  async isolation(
    options: CallOptions = {},
  ): Promise<{ networks: string[]; missing: Record<string, string[]> }> {
    const { runtime, backends } = await this.#client.get('listAll', {}, runtimeSchema, options)
    const missing = (backends ?? []).flatMap(({ name, missing: sentences }) =>
      sentences?.length ? [[name, sentences] as const] : [],
    )
    return { networks: runtime?.networks ?? [], missing: Object.fromEntries(missing) }
  }

  async delete(reference: string, options: CallOptions = {}): Promise<void> {
    await this.#client.post('deleteImage', { reference }, z.unknown(), { timeout: 60_000, ...options })
  }

  /** Imports an image from an archive written by `docker save` or an OCI tool. */
  async import(
    {
      stream: content,
      size,
      name,
    }: { readonly stream: Readable; readonly size: number; readonly name: string },
    imageTag: string,
    { onProgress, ...options }: CallOptions & { onProgress?: (progress: Progress) => void } = {},
  ): Promise<void> {
    const form = fileForm({ image_tag: imageTag }, { content, size, name }, onProgress)
    await this.#client.postStream('importImage', form.type, form.stream, form.length, z.unknown(), {
      timeout: Infinity,
      ...options,
    })
  }
}
