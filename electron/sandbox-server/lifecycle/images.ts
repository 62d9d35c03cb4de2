import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ImageSource, PullOptions, Runtime } from '../runtime/runtime.ts'
import { treeSize } from '../runtime/trees.ts'
import type { ImageFolder } from './image-folder.ts'
import type { StoredImage } from './saved-forms.ts'
import { isSavedInNamespace } from './saved-names.ts'
import { PlainFailure } from './platform-error.ts'

/** The content of the image `local` on this machine. */
interface LocalSystem {
  /** The system's name: `Debian GNU/Linux 12 (bookworm)`. */
  readonly system: string
  /** Versions of common programs; missing ones are omitted. */
  readonly versions: Readonly<Record<string, string>>
}

/** Arguments that print each program's version, which is the first number in the output. */
const PROGRAMS: Readonly<Record<string, string>> = {
  bash: 'bash --version',
  python3: 'python3 --version',
  node: 'node --version',
  git: 'git --version',
  gcc: 'gcc -dumpfullversion',
  java: 'java -version',
  go: 'go version',
}

/** The search path in a sandbox of the image; other folders of the machine are not visible there. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const ANSWER_MS = 5_000

async function localSystem(): Promise<LocalSystem> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const system = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(release)?.[1] ?? process.platform
  const found = await Promise.all(
    Object.entries(PROGRAMS).map(async ([name, words]) => [name, await version(words)]),
  )
  return { system, versions: Object.fromEntries(found.filter(([, text]) => text !== undefined)) }
}

async function version(words: string): Promise<string | undefined> {
  const [file = '', ...args] = words.split(' ')
  try {
    const options = { env: { PATH, HOME: '/nonexistent' }, timeout: ANSWER_MS }
    const { stdout, stderr } = await promisify(execFile)(file, args, options)
    return /\d+(?:\.\d+)+/.exec(stdout || stderr)?.[0]
  } catch {
    return undefined
  }
}

/** The source of a start request's image, and what to tell the user about it. */
interface ResolvedImage {
  readonly source: ImageSource
  /** The message of the `image_pull` phase. */
  readonly message: string
  readonly notice?: string
}

/** The image name of this machine's own system. */
const LOCAL_IMAGE = 'local'

const LOCAL: ImageSource = { kind: 'local', layers: [], reference: LOCAL_IMAGE, env: {} }
/** What an engine starts for the local image if there is no other backend. */
const ENGINE_DEFAULT = 'docker.io/library/debian:stable'
const CACHED = 'use cached image, skip image pull'

interface ImageOptions {
  readonly runtime: Runtime
  readonly folder: ImageFolder
  /** Whether a missing image is an error, rather than being replaced by the local one. */
  readonly strict: boolean
  /** Default platform of an engine's images. */
  readonly platform?: string | undefined
}

/** An image as listed by `GET /images`. */
interface ListedImage extends Partial<LocalSystem> {
  readonly reference: string
  /** `machine`: this machine's own system. `engine`: stored by a container engine. The others are image folders. */
  readonly origin: 'machine' | 'commit' | 'import' | 'engine'
  readonly created?: string
  /** Size on disk in bytes. */
  readonly size?: number | undefined
  /** For a commit: the saved sandbox and its image. */
  readonly from_sandbox?: string | undefined
  readonly from_image?: string | undefined
  /** Backends of which it needs one, if none of them is available. */
  readonly needs?: readonly string[]
}

/** Resolves image references: image folders, an engine's images, or this machine's system as a stand-in. */
export class Images {
  readonly #options: ImageOptions
  #local: Promise<LocalSystem> | undefined
  readonly #sizes = new Map<string, Promise<number>>()

  constructor(options: ImageOptions) {
    this.#options = options
  }

  /**
   * @throws PlainFailure with the reason when the image is not available; the signal's reason when a pull is
   * aborted
   */
  async resolve(reference: string, wish: PullOptions): Promise<ResolvedImage> {
    const { runtime, platform } = this.#options
    const own = this.#storedImage(reference)
    if (own) return { source: own, message: CACHED }
    if (!runtime.engineImages) return this.#standIn(reference, 'isn’t here')
    const wanted = reference === LOCAL_IMAGE ? (runtime.template?.image ?? ENGINE_DEFAULT) : reference
    // The names of images that were saved here are no registry's, so there is nowhere to ask for one that is gone.
    const isOurs = isSavedInNamespace(wanted)
    const policy = isOurs ? 'never' : wish.policy
    try {
      await runtime.engineImages.ensure(wanted, { ...wish, policy, platform: wish.platform ?? platform })
    } catch (error) {
      wish.signal?.throwIfAborted()
      if (isOurs) return this.#standIn(reference, 'isn’t here')
      return this.#standIn(reference, `can’t be had: ${(error as Error).message}`)
    }
    return {
      source: { kind: 'engine', layers: [], reference: wanted, env: {} },
      message: wish.policy === 'never' ? 'skip image pull' : 'image pull success',
    }
  }

  /** Predicts where an image will come from, before its start. */
  expected(reference: string): ImageSource {
    const kind = this.#options.runtime.engineImages ? 'engine' : 'local'
    return this.#storedImage(reference) ?? { kind, layers: [], reference, env: {} }
  }

  /** An image that consists of image folders, or this machine's system. */
  #storedImage(reference: string): ImageSource | undefined {
    const { runtime, folder } = this.#options
    if (!runtime.keepsFolders) return undefined
    const own = runtime.info.isolated ? folder.find(reference) : undefined
    return own ?? (reference === LOCAL_IMAGE ? LOCAL : undefined)
  }

  /** All references, the local image first; `needs` lists the missing requirements. */
  async list(): Promise<ListedImage[]> {
    const { runtime, folder } = this.#options
    const list = async ({ reference, origin, created, kind, from }: StoredImage): Promise<ListedImage> => {
      const startable = runtime.infoOf({ kind, layers: [], reference, env: {} }).abilities.includes('images')
      const needs = kind === 'rootfs' && !startable ? ['bubblewrap', 'docker', 'podman'] : undefined
      const size = await this.#sizeOf(folder.find(reference)?.layers ?? [])
      const parents = from && { from_sandbox: from.sandbox, from_image: from.image }
      return { reference, origin, created: new Date(created).toISOString(), size, needs, ...parents }
    }
    const stored = await Promise.all(folder.list().map(list))
    const engineImages = (await runtime.engineImages?.list()) ?? []
    const engine = engineImages.map((image) => ({ ...image, origin: 'engine' as const }))
    if (!runtime.keepsFolders) return [...stored, ...engine]
    this.#local ??= localSystem()
    return [{ reference: LOCAL_IMAGE, origin: 'machine', ...(await this.#local) }, ...stored, ...engine]
  }

  /** Total size of the layers. Layers never change, so each is measured once. */
  async #sizeOf(layers: readonly string[]): Promise<number> {
    const sizes = layers.map((layer) => {
      const known = this.#sizes.get(layer) ?? treeSize(layer)
      this.#sizes.set(layer, known)
      return known
    })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  /**
   * Substitutes this machine's system for a missing image, and reports that, so that existing programs run.
   */
  #standIn(reference: string, why: string): ResolvedImage {
    if (this.#options.strict || !this.#options.runtime.keepsFolders) {
      const names = this.#names().join(', ')
      const others = names === '' ? '' : `. Images here: ${names}`
      throw new PlainFailure(`Failed to pull image ${reference}: it ${why}${others}`)
    }
    const notice = `Image ${reference} ${why}, so this sandbox uses this machine’s own system.`
    return { source: LOCAL, message: notice, notice }
  }

  #names(): string[] {
    const { keepsFolders } = this.#options.runtime
    return [
      ...(keepsFolders ? [LOCAL_IMAGE] : []),
      ...this.#options.folder
        .list()
        .flatMap(({ reference }) => (isSavedInNamespace(reference) ? [] : [reference])),
    ]
  }
}
