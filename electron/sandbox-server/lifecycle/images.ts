import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ImageSource, PullWish, Runtime } from '../runtime/runtime.ts'
import { treeSize } from '../runtime/trees.ts'
import type { ImageFolder } from './image-folder.ts'
import type { StoredImage } from './saved-forms.ts'
import { isSavedInNamespace } from './saved-names.ts'
import { PlainFailure } from './platform-error.ts'

/** What the image `local` is on this machine. */
interface LocalSystem {
  /** As the system calls itself: `Debian GNU/Linux 12 (bookworm)`. */
  readonly system: string
  /** Programs that people ask for, with their versions; those that are not here are left out. */
  readonly versions: Readonly<Record<string, string>>
}

/** The words that make each say its version; the first number in the answer is it. */
const PROGRAMS: Readonly<Record<string, string>> = {
  bash: 'bash --version',
  python3: 'python3 --version',
  node: 'node --version',
  git: 'git --version',
  gcc: 'gcc -dumpfullversion',
  java: 'java -version',
  go: 'go version',
}

/** Where a sandbox of the image finds programs: those elsewhere on the machine are none of its. */
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

/** Where a start request's image comes from, and what the user should be told about it. */
interface ResolvedImage {
  readonly source: ImageSource
  /** What the `image_pull` phase says. */
  readonly message: string
  readonly notice?: string
}

/** The name of this machine's own system as an image. */
const LOCAL_IMAGE = 'local'

const LOCAL: ImageSource = { kind: 'local', layers: [], reference: LOCAL_IMAGE, env: {} }
/** What an engine alone starts where the local image is asked for. */
const ENGINE_DEFAULT = 'docker.io/library/debian:stable'
const CACHED = 'use cached image, skip image pull'

interface ImageOptions {
  readonly runtime: Runtime
  readonly folder: ImageFolder
  /** An image that is not here fails, instead of the local one standing in. */
  readonly strict: boolean
  /** What the programs of an engine's images are for where a start leaves it open. */
  readonly platform?: string | undefined
}

/** An image as `GET /images` lists it. */
interface ListedImage extends Partial<LocalSystem> {
  readonly reference: string
  /** `machine`: this machine's own system. `engine`: kept by a container engine. The others are folders of ours. */
  readonly origin: 'machine' | 'commit' | 'import' | 'engine'
  readonly created?: string
  /** Bytes on the disk. */
  readonly size?: number | undefined
  /** Of a commit: the sandbox that was saved, and the image that it ran. */
  readonly from_sandbox?: string | undefined
  readonly from_image?: string | undefined
  /** Backends, one of which it needs and none of which is here. */
  readonly needs?: readonly string[]
}

/** Finds the files behind image references: our own folders, an engine's images, or this machine's system standing in. */
export class Images {
  readonly #options: ImageOptions
  #local: Promise<LocalSystem> | undefined
  readonly #sizes = new Map<string, Promise<number>>()

  constructor(options: ImageOptions) {
    this.#options = options
  }

  /** @throws PlainFailure when the image is not available, and why; the signal's reason when that ends a pull */
  async resolve(reference: string, wish: PullWish): Promise<ResolvedImage> {
    const { runtime, platform } = this.#options
    const own = this.#kept(reference)
    if (own) return { source: own, message: CACHED }
    if (!runtime.engineImages) return this.#standIn(reference, 'isn’t here')
    const wanted = reference === LOCAL_IMAGE ? ENGINE_DEFAULT : reference
    try {
      await runtime.engineImages.ensure(wanted, { ...wish, platform: wish.platform ?? platform })
    } catch (error) {
      wish.signal?.throwIfAborted()
      return this.#standIn(reference, `can’t be had: ${(error as Error).message}`)
    }
    return {
      source: { kind: 'engine', layers: [], reference: wanted, env: {} },
      message: wish.policy === 'never' ? 'skip image pull' : 'image pull success',
    }
  }

  /** Where an image will come from, as far as that is known before its start. */
  expected(reference: string): ImageSource {
    const kind = this.#options.runtime.engineImages ? 'engine' : 'local'
    return this.#kept(reference) ?? { kind, layers: [], reference, env: {} }
  }

  /** An image whose files are folders of ours, or this machine's. */
  #kept(reference: string): ImageSource | undefined {
    const { runtime, folder } = this.#options
    if (!runtime.keepsFolders) return undefined
    const own = runtime.info.isolated ? folder.find(reference) : undefined
    return own ?? (reference === LOCAL_IMAGE ? LOCAL : undefined)
  }

  /** All references, the local image first; what one cannot be started without is in `needs`. */
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
    const kept = (await runtime.engineImages?.list()) ?? []
    const engine = kept.map((image) => ({ ...image, origin: 'engine' as const }))
    if (!runtime.keepsFolders) return [...stored, ...engine]
    this.#local ??= localSystem()
    return [{ reference: LOCAL_IMAGE, origin: 'machine', ...(await this.#local) }, ...stored, ...engine]
  }

  /** All layers together. A layer never changes, so each is measured once. */
  async #sizeOf(layers: readonly string[]): Promise<number> {
    const sizes = layers.map((layer) => {
      const known = this.#sizes.get(layer) ?? treeSize(layer)
      this.#sizes.set(layer, known)
      return known
    })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  /** So that existing programs run, this machine's system takes an absent image's place, and says so. */
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
