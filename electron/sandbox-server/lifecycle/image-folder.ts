import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../node/atomic-file.ts'
import type { ImageSource } from '../runtime/runtime.ts'
import { removeTree } from '../runtime/trees.ts'
import { DamagedFile, readImage, type StoredImage } from './saved-forms.ts'

const MANIFEST = 'image.json'
const LAYER = 'layer'
/** The manifest of an image without a reference whose layer other images still need. */
const FORGOTTEN_FILE = 'forgotten.json'

/** The images in a folder. An image is immutable; reusing a reference points it to the new image. */
export class ImageFolder {
  readonly #folder: string
  readonly #images = new Map<string, { key: string; image: StoredImage }>()
  readonly #problems: string[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  /** One message per image that cannot be used. */
  get problems(): readonly string[] {
    return this.#problems
  }

  /** Loads the images; removes unfinished ones of an earlier run and leaves damaged ones unchanged. */
  async load(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const found: { key: string; image: StoredImage }[] = []
    for (const key of await readdir(this.#folder)) {
      if (!/^img-[0-9a-f]+$/.test(key)) continue
      const path = join(this.#folder, key, MANIFEST)
      try {
        const image = readImage(await readFile(path, 'utf8'))
        const lost = image.layers.find((layer) => !isFolder(join(this.#folder, layer, LAYER)))
        if (lost !== undefined) throw new DamagedFile(`its layer ${lost} is gone`)
        found.push({ key, image })
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code !== 'ENOENT') this.#problems.push(`An image cannot be used: ${path}: ${message}.`)
        else if (!existsSync(join(this.#folder, key, FORGOTTEN_FILE))) await this.discard(key)
      }
    }
    for (const entry of found.sort((a, b) => a.image.created - b.image.created)) {
      this.#images.set(entry.image.reference, entry)
    }
  }

  list(): StoredImage[] {
    return Array.from(this.#images.values(), ({ image }) => image)
  }

  /** The root file system for a reference. */
  find(reference: string): ImageSource | undefined {
    const { image } = this.#images.get(reference) ?? {}
    if (!image) return undefined
    const layers = image.layers.map((key) => join(this.#folder, key, LAYER))
    return { kind: image.kind, layers, reference, env: image.env }
  }

  /** Creates a folder for an image's own layer; {@link add} publishes the image. */
  async reserve(reference: string): Promise<{ key: string; layer: string }> {
    const hash = createHash('sha256').update(`${reference}\0${Date.now()}\0${Math.random()}`)
    const key = `img-${hash.digest('hex').slice(0, 20)}`
    const layer = join(this.#folder, key, LAYER)
    await mkdir(layer, { recursive: true, mode: 0o755 })
    return { key, layer }
  }

  async add(key: string, below: ImageSource | undefined, image: Omit<StoredImage, 'layers'>): Promise<void> {
    const keys = (below?.layers ?? []).map((path) => keyOf(path)).filter((other) => other !== undefined)
    const complete: StoredImage = { ...image, layers: [...keys, key] }
    await writeAtomically(join(this.#folder, key, MANIFEST), JSON.stringify(complete))
    this.#images.set(image.reference, { key, image: complete })
  }

  async discard(key: string): Promise<void> {
    await removeTree(join(this.#folder, key))
  }

  /** Removes a reference, and its files unless another image or one of `inUse` needs them. */
  async remove(reference: string, inUse: readonly string[]): Promise<boolean> {
    const entry = this.#images.get(reference)
    if (!entry) return false
    this.#images.delete(reference)
    const needed = this.list().some(({ layers }) => layers.includes(entry.key))
    const layer = join(this.#folder, entry.key, LAYER)
    // A damaged image might need it.
    const isCertain = this.#problems.length === 0
    if (isCertain && !needed && !inUse.includes(layer)) await this.discard(entry.key)
    else await rename(join(this.#folder, entry.key, MANIFEST), join(this.#folder, entry.key, FORGOTTEN_FILE))
    return true
  }

  /**
   * Archives that were copied into the folder, to be imported under their file names unless that was already
   * done.
   */
  async archives(): Promise<{ reference: string; path: string }[]> {
    const names = await readdir(this.#folder)
    return names
      .filter((name) => /\.(?:tar|tar\.gz|tgz|tar\.xz|tar\.zst)$/.test(name))
      .map((name) => ({
        reference: name.replace(/\.(?:tar|tgz|tar\.\w+)$/, ''),
        path: join(this.#folder, name),
      }))
      .filter(({ reference }) => !this.#images.has(reference))
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const keyOf = (path: string): string | undefined => /(img-[0-9a-f]+)\/layer$/.exec(path)?.[1]
