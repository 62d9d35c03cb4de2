import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { shellQuote } from '#shared/shell/quote.ts'
import { type IsolatePlan, RuntimeFailure } from '../runtime.ts'
import { isolatePaths } from './layout.ts'

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

/** Creates the disk of a new sandbox, which takes about 10 ms whatever the size. @throws RuntimeFailure */
export async function makeDisk(mkfs: string, plan: IsolatePlan): Promise<void> {
  const path = diskImage(plan)
  const wanted = Math.max(plan.limits.disk, MIN_BYTES)
  if (existsSync(path)) {
    const { size } = await stat(path)
    if (size >= wanted) return
    throw new RuntimeFailure(`the sandbox’s disk is damaged: its file has ${size} bytes instead of ${wanted}`)
  }
  const fresh = `${path}.new`
  await writeFile(fresh, '', { mode: 0o600 })
  await truncate(fresh, wanted)
  // A sandbox does not need the journal's protection against power loss; no blocks are reserved for root.
  const options = [
    '-q',
    '-F',
    '-m',
    '0',
    '-O',
    '^has_journal,^resize_inode',
    '-E',
    'lazy_itable_init=1,nodiscard',
  ]
  try {
    await run(mkfs, [...options, fresh])
  } catch (cause) {
    await rm(fresh, { force: true })
    throw new RuntimeFailure(`the sandbox’s disk could not be made: ${(cause as Error).message}`)
  }
  await rename(fresh, path)
}

/**
 * Shell code for root: mounts the disk at `place` and gives its folders to `owner`. Freed blocks are returned to the host
 * (discard).
 */
export const mountDisk = (
  plan: IsolatePlan,
  place: string,
  mount: string,
  owner: number,
  resolver: string | undefined,
): string =>
  [
    `${mount} -t ext4 -o loop,nodev,noatime,discard ${shellQuote(diskImage(plan))} ${place}`,
    `[ ! -e ${place}/work ] || rm -rf ${place}/work`,
    `if [ -d ${place}/upper ]; then mkdir ${place}/work; chown ${owner}:${owner} ${place}/work`,
    `else mkdir -m 755 ${place}/work ${place}/upper`,
    // Done once, before anything ran that could have placed a link here.
    resolver === undefined
      ? ''
      : `mkdir ${place}/upper/etc; printf %s ${shellQuote(resolver)} > ${place}/upper/etc/resolv.conf`,
    `chown -R ${owner}:${owner} ${place}/work ${place}/upper; fi`,
    '',
  ].join('\n')

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
