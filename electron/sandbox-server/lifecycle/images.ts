import type { PullPolicy, RegistryLogin, Runtime } from '../runtime/runtime.ts'
import type { ImageSource } from '../runtime/runtime.ts'
import type { ImageFolder } from './image-folder.ts'
import { PlainFailure } from './platform-error.ts'

/** Where a start request's image comes from, and what the user should be told about it. */
export interface ResolvedImage {
  readonly source: ImageSource
  /** What the `image_pull` phase says. */
  readonly message: string
  readonly notice?: string
}

/** The name of this machine's own system as an image. */
export const LOCAL_IMAGE = 'local'

export interface ImageOptions {
  readonly runtime: Runtime
  readonly folder: ImageFolder
  /** An image that is not here fails, instead of the local one standing in. */
  readonly strict: boolean
}

/** Finds the files behind image references: our own folders, an engine's images, or this machine's system standing in. */
export class Images {
  readonly #options: ImageOptions

  constructor(options: ImageOptions) {
    this.#options = options
  }

  /** @throws PlainFailure, or the engine's own failure, when the image cannot be had */
  async resolve(reference: string, pull: PullPolicy, login?: RegistryLogin): Promise<ResolvedImage> {
    const { runtime, folder, strict } = this.#options
    if (runtime.engineImages) {
      await runtime.engineImages.ensure(reference, pull, login)
      return {
        source: { kind: 'engine', layers: [], reference, env: {} },
        message: pull === 'never' ? 'skip image pull' : 'image pull success',
      }
    }
    const own = runtime.info.isolated ? folder.find(reference) : undefined
    if (own) return { source: own, message: 'use cached image, skip image pull' }
    const source: ImageSource = { kind: 'local', layers: [], reference: LOCAL_IMAGE, env: {} }
    if (reference === LOCAL_IMAGE) return { source, message: 'use cached image, skip image pull' }
    if (strict) {
      throw new PlainFailure(
        `Failed to pull image ${reference}: it is not here. Images here: ${this.#names().join(', ')}`,
      )
    }
    const notice = `Image ${reference} is not here: this machine’s own system stands in for it.`
    return { source, message: notice, notice }
  }

  /** All references that can be started, the local image first. */
  async list(): Promise<{ reference: string; origin: string; created?: string }[]> {
    const { runtime, folder } = this.#options
    if (runtime.engineImages) {
      return (await runtime.engineImages.list()).map((reference) => ({ reference, origin: 'engine' }))
    }
    const stored = folder.list().map(({ reference, origin, created }) => ({
      reference,
      origin,
      created: new Date(created).toISOString(),
    }))
    return [{ reference: LOCAL_IMAGE, origin: 'machine' }, ...stored]
  }

  #names(): string[] {
    return [LOCAL_IMAGE, ...this.#options.folder.list().map((image) => image.reference)]
  }
}
