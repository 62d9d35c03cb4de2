import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Readable, Writable } from 'node:stream'
import { shellQuote } from '#shared/shell/quote.ts'
import { type IsolatePlan, RuntimeFailure } from '../runtime.ts'
import { diskMount, emptyWork } from './disk.ts'
import { RESERVED_RANGE, mapping, RANGE_SIZE } from './id-ranges.ts'
import { MOUNT_PLACES, processesPlace } from './layout.ts'
import { type Mount, mountTable, writeTable } from './mounts.ts'
import type { Site, Way } from './way.ts'

/**
 * The process tree that keeps one sandbox's namespaces: `unshare` (user and mount namespace) → mounts → the way's own program
 * (PID, IPC, UTS, network) → the keeper, a shell that waits for the end of its stdin and is pid 1 of its namespace, immune to
 * signals from inside. The server holds the other end of that pipe: when the server dies, even by SIGKILL, the keeper exits, and
 * with it the PID namespace and every process in it.
 */
export interface Holder {
  readonly child: ChildProcess
  /** Host pids whose /proc/…/ns entries name the namespaces: the holder, and the sandbox's pid 1. */
  readonly outerPid: number
  readonly innerPid: number
  /** Host user mapped to root inside; undefined for the server's own. */
  readonly mappedUser: number | undefined
  readonly closed: Promise<void>
}

interface HolderOptions extends Site {
  readonly way: Way
  /** First of the host ids mapped to the users inside; undefined for an ordinary user, who is mapped to root. */
  readonly range: number | undefined
  readonly cgroupFiles: readonly string[]
  /** Whether writable files are on their own disk ({@link diskMount}); only for root. */
  readonly ownDisk: boolean
}

/**
 * Mount point, in the holder's namespace, of the writable files and overlayfs's work folder, with the owners as on
 * disk.
 */
export const writtenPlace = (base: string, ownDisk: boolean): string => `${base}/${ownDisk ? 'disk' : 'box'}`

/** The same, with the owners mapped to the sandbox's id range if it has one. */
const ownedPlace = (base: string): string => `${base}/owned`

/** Size limit of /dev/shm, which counts as the sandbox's memory. */
const SHM_SIZE = '256m'

/**
 * @param disk resolves when the sandbox's own disk is made, if it has one; the first program starts and joins the control groups meanwhile
 * @throws RuntimeFailure with the tools' own messages when the kernel refuses a step
 */
export async function startHolder(
  plan: IsolatePlan,
  options: HolderOptions,
  disk?: Promise<void>,
  signal?: AbortSignal,
): Promise<Holder> {
  const { tools } = options
  const child = spawn(
    tools.sh,
    [
      '-c',
      `${options.way.prelude}${joinCgroups(options.cgroupFiles)}read -r _ || exit 1; exec "$@"`,
      'sh',
      ...enterArguments(plan, options),
    ],
    {
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
      cwd: '/',
    },
  )
  const closed = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const stderr = collect(child.stderr as Readable)
  const info = collect(child.stdio[3] as Readable)
  ;(child.stdin as Writable).on('error', () => undefined)
  const abort = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await disk
    child.stdin?.write('\n')
    let mappedUser: number | undefined
    await lines(child.stdout as Readable, closed, (line) => {
      const [, user] = /^map (\d+)$/.exec(line) ?? []
      if (user !== undefined) grantUsers(child, (mappedUser = Number(user)))
      return line === 'ready'
    })
    const innerPid = await childPid(info)
    if (!child.pid || !innerPid) throw new Error('the keeper did not tell the sandbox’s process id.')
    await options.way.settle(options, { outer: child.pid, inner: innerPid })
    return { child, outerPid: child.pid, innerPid, mappedUser, closed }
  } catch (cause) {
    abort()
    await closed
    signal?.throwIfAborted()
    if (cause instanceof RuntimeFailure) throw cause
    const words = stderr.text().trim().split('\n').slice(-2).join('; ')
    throw new RuntimeFailure(`the sandbox could not be built: ${withoutPaths(words || String(cause), plan)}`)
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** The process joins its cgroups first, so that everything after counts against the sandbox. */
export const joinCgroups = (files: readonly string[]): string =>
  files.map((file) => `echo 0 > ${shellQuote(file)} || exit 125\n`).join('')

/** The command that unshares, mounts and ends as the keeper. */
function enterArguments(plan: IsolatePlan, options: HolderOptions): string[] {
  const { tools, base, range, ownDisk } = options
  const binds = [['box', `${plan.folder}/box`], ...layers(plan).map((path, n) => [`l${n}`, path])]
  const disk = writtenPlace(base, true)
  const folders = [processesPlace(base), disk, ownedPlace(base), ...binds.map(([name]) => `${base}/${name}`)]
  const mounts = [
    ...binds.map(([name, path]): Mount => [path ?? '', `${base}/${name}`, 'none', 'bind']),
    ...(ownDisk ? [diskMount(plan, disk)] : []),
  ]
  const prepare = [
    'set -e',
    `mount -t tmpfs -o mode=755,size=1m orrery ${base}`,
    `mkdir ${folders.join(' ')}`,
    writeTable(`${base}/binds`, mounts),
    mountTable(`${base}/binds`),
    writeTable(`${base}/view`, viewMounts(plan, options)),
    '',
  ].join('\n')
  const build = buildScript(plan, options)
  if (range === undefined) return [tools.unshare, '-U', '-r', '-m', tools.sh, '-c', prepare + build]
  const written = writtenPlace(base, ownDisk)
  const lower = layers(plan).map((_, n) => [`${base}/l${n}`, `${base}/l${n}`] as const)
  const enter = [
    prepare,
    ownDisk ? emptyWork(disk) : '',
    `if ${mapping(range, [[written, ownedPlace(base)], ...lower])}; then user=${range}`,
    `else user=${RESERVED_RANGE}; mount --bind ${written} ${ownedPlace(base)}; fi`,
    `exec ${tools.setpriv} --reuid=$user --regid=$user --clear-groups ${tools.unshare} -U -m ${tools.sh} -c ${shellQuote(
      `echo "map $1"; read -r _ || exit 1; exec ${tools.sh} -c ${shellQuote(build)}`,
    )} sh $user`,
  ].join('\n')
  return [tools.unshare, '-m', '--propagation', 'private', tools.sh, '-c', enter]
}

/** A plan lists the lowest layer first; overlayfs expects the uppermost first. */
const layers = (plan: IsolatePlan): readonly string[] => [...plan.image.layers].reverse()

/** Hides host paths from the sandbox's user. */
const withoutPaths = (words: string, plan: IsolatePlan): string =>
  plan.image.layers
    .reduce((text, path) => text.replaceAll(path, '(a layer of its image)'), words)
    .replaceAll(plan.folder, '(its folder)')

/** The sandbox's files and its /dev/shm. */
function viewMounts(plan: IsolatePlan, { base, range, ownDisk }: HolderOptions): Mount[] {
  const lower = layers(plan)
    .map((_, n) => `${base}/l${n}`)
    .join(':')
  const written = range === undefined ? writtenPlace(base, ownDisk) : ownedPlace(base)
  const overlay = `lowerdir=${lower},upperdir=${written}/upper,workdir=${written}/work,userxattr`
  return [
    ['overlay', `${base}/box/merged`, 'overlay', overlay],
    ['shm', `${base}/box/shm`, 'tmpfs', `mode=1777,size=${SHM_SIZE}`],
  ]
}

function buildScript(plan: IsolatePlan, options: HolderOptions): string {
  const { base } = options
  const merged = `${base}/box/merged`
  return [
    'set -e',
    mountTable(`${base}/view`),
    `for name in ${MOUNT_PLACES.join(' ')}; do`,
    `  [ ! -L ${merged}/$name ] || { echo "/$name of its files is a link, which could lead out of the sandbox" >&2; exit 1; }`,
    'done',
    // A minimal image may lack the home folder, in which every program starts, and the parent of the control folder.
    `[ -d ${merged}/root ] && [ -d ${merged}/run ] || mkdir -p ${merged}/root ${merged}/run`,
    `exec ${options.way.keeper(plan, options).map(shellQuote).join(' ')}`,
  ].join('\n')
}

/** Maps the sandbox's users to a range of unused host ids. Requires root. */
function grantUsers(child: ChildProcess, first: number): void {
  if (!child.pid) return
  const map = `0 ${first} ${RANGE_SIZE}\n`
  writeFileSync(`/proc/${child.pid}/uid_map`, map)
  writeFileSync(`/proc/${child.pid}/gid_map`, map)
  child.stdin?.write('\n')
}

/** It is sent before the keeper is ready, but on another pipe, so it may arrive a moment later. */
async function childPid(info: { text: () => string }): Promise<number | undefined> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const match = /"child-pid":\s*(\d+)/.exec(info.text())
    if (match) return Number(match[1])
    await setTimeout(10)
  }
  return undefined
}

function collect(stream: Readable): { text: () => string } {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.length < 64 && chunks.push(chunk))
  stream.on('error', () => undefined)
  return { text: () => Buffer.concat(chunks).toString() }
}

/** Passes lines to `found` until it returns true. */
function lines(stream: Readable, closed: Promise<void>, found: (line: string) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      rest += chunk.toString()
      const parts = rest.split('\n')
      rest = parts.pop() ?? ''
      try {
        if (parts.some(found)) resolve()
      } catch (error) {
        reject(error as Error)
      }
    })
    void closed.then(() => setTimeout(20)).then(() => reject(new Error('it ended while starting')))
  })
}
