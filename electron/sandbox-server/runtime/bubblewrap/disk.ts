import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { resolverOf } from '../../network/user-network.ts'
import { type IsolatePlan, RuntimeFailure } from '../runtime.ts'
import { RESERVED_RANGE } from './id-ranges.ts'
import { isolatePaths } from './layout.ts'
import { giveTo } from './local-image.ts'
import type { Mount } from './mounts.ts'

const run = promisify(execFile)

/**
 * A sandbox's writable files are on their own file system in a sparse file as large as its limit: a hard quota, which only root
 * can mount. The mount is in the holder's namespace, so that it ends with the sandbox whatever happens to the server.
 */
export const diskImage = (plan: IsolatePlan): string => join(plan.folder, 'disk.img')

/** Smaller file systems have no space for their own metadata. */
const MIN_BYTES = 8 * 1024 ** 2

/**
 * Whether this sandbox has such a disk: not one without a limit, nor one that was created without a disk. A sandbox created with a disk
 * also needs it where disks cannot be mounted: it then fails to start, instead of starting without its files.
 */
export const hasDisk = (plan: IsolatePlan, canMake: boolean): boolean =>
  existsSync(diskImage(plan)) ||
  (canMake && plan.limits.disk !== Infinity && !existsSync(isolatePaths(plan).upper))

/** The folders that an overlay writes to. */
const FOLDERS = ['upper', 'work']

/** How many kinds of empty disks are kept to be copied; each takes less than a megabyte. */
const MAX_KINDS = 8

/** Makes the disks of new sandboxes. The first of a size is formatted, and others are copied from it, which takes a tenth of the time. */
export class Disks {
  readonly #mkfs: string
  readonly #folder: string
  /** Empty disks by size and content. */
  readonly #blank = new Map<string, Promise<string>>()

  /** @param folder for empty disks; an earlier server's, which a crash may have damaged, are removed */
  constructor(mkfs: string, folder: string) {
    this.#mkfs = mkfs
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
  }

  /** Creates the disk of a new sandbox. @throws RuntimeFailure */
  async make(plan: IsolatePlan): Promise<void> {
    const path = diskImage(plan)
    const wanted = Math.max(plan.limits.disk, MIN_BYTES)
    if (existsSync(path)) {
      const { size } = await stat(path)
      if (size >= wanted) return
      throw new RuntimeFailure(
        `the sandbox’s disk is damaged: its file has ${size} bytes instead of ${wanted}`,
      )
    }
    const fresh = `${path}.new`
    const resolver = resolverOf(plan.network)
    const format = (file: string): Promise<void> => this.#format(file, wanted, resolver)
    try {
      await this.#copy(`${wanted} ${resolver ?? ''}`, format, fresh).catch(() => format(fresh))
    } catch (cause) {
      await rm(fresh, { force: true })
      throw new RuntimeFailure(`the sandbox’s disk could not be made: ${(cause as Error).message}`)
    }
    await rename(fresh, path)
  }

  /** Not everywhere does `cp` copy sparse files, and at most {@link MAX_KINDS} are kept. */
  async #copy(kind: string, format: (file: string) => Promise<void>, file: string): Promise<void> {
    if (this.#blank.size >= MAX_KINDS && !this.#blank.has(kind)) throw new Error('too many kinds')
    const blank = this.#blank.get(kind) ?? this.#keep(format, this.#blank.size)
    this.#blank.set(kind, blank)
    await run('cp', ['--sparse=always', await blank, file])
  }

  async #keep(format: (file: string) => Promise<void>, number: number): Promise<string> {
    const file = join(this.#folder, `${number}.img`)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await format(file)
    return file
  }

  /** A file system with the folders of an overlay, and the sandbox's resolver. */
  async #format(file: string, bytes: number, resolver: string | undefined): Promise<void> {
    const content = `${file}.d`
    await rm(content, { recursive: true, force: true })
    for (const folder of FOLDERS) await mkdir(join(content, folder), { recursive: true })
    if (resolver !== undefined) {
      await mkdir(join(content, 'upper/etc'))
      await writeFile(join(content, 'upper/etc/resolv.conf'), resolver)
    }
    for (const folder of FOLDERS) await giveTo(join(content, folder), RESERVED_RANGE)
    await writeFile(file, '', { mode: 0o600 })
    await truncate(file, bytes)
    // A sandbox does not need the journal's protection against power loss; no blocks are reserved for root.
    const features = ['-m', '0', '-O', '^has_journal,^resize_inode', '-E', 'lazy_itable_init=1,nodiscard']
    try {
      await run(this.#mkfs, ['-q', '-F', ...features, '-d', content, file])
    } finally {
      await rm(content, { recursive: true, force: true })
    }
  }
}

/** The disk as a line of a table of mounts. Freed blocks are returned to the host (discard). */
export const diskMount = (plan: IsolatePlan, place: string): Mount => [
  diskImage(plan),
  place,
  'ext4',
  'loop,nodev,noatime,discard',
]

/** Shell code for root: empties the overlay's work folder on the disk mounted at `place`, which holds something once it was used. */
export const emptyWork = (place: string): string =>
  `[ ! -e ${place}/work/work ] || { rm -rf ${place}/work; mkdir ${place}/work; chown ${RESERVED_RANGE}:${RESERVED_RANGE} ${place}/work; }`

/** Bytes used on the disk mounted at `path`; equals the limit when nothing more can be written. */
export async function usedBytes(path: string, limit: number): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(path)
  const used = blocks - bfree
  return Math.round((limit * used) / Math.max(1, used + bavail))
}

/** How often and at what interval to check whether the kernel has released a disk. */
const MAX_POLLS = 100
const PAUSE_MS = 20

/**
 * Resolves when the disk is no longer mounted anywhere, because nothing else waits for the end of the namespace.
 */
export async function released(plan: IsolatePlan): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS && (await isAttached(diskImage(plan))); poll++)
    await setTimeout(PAUSE_MS)
}

async function isAttached(path: string): Promise<boolean> {
  const names = await readdir('/sys/block').catch(() => [])
  const files = names
    .filter((name) => name.startsWith('loop'))
    .map((name) => readFile(`/sys/block/${name}/loop/backing_file`, 'utf8').catch(() => ''))
  return (await Promise.all(files)).some((file) => file.trim() === path)
}
