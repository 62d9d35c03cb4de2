import { readdir, readFile, readlink } from 'node:fs/promises'

interface ProcessUsage {
  readonly cpuSeconds: number
  /** Anonymous and shared memory of these processes in bytes, without the page cache. */
  readonly memory: number
  readonly processes: number
}

/** Kernel clock ticks per second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

interface Process {
  readonly parent: number
  /** CPU time of the process and of its reaped children, in ticks. */
  readonly ticks: number
  readonly memory: number
}

/**
 * Resource usage of a set of processes, summed from /proc: for sandboxes without control groups. A process's CPU time is added to its
 * parent's when it is reaped; if the parent is outside the set that time would be lost, so it is accumulated here.
 */
export class ProcessCounter {
  readonly #find: () => Promise<readonly number[]>
  #tops = new Map<number, number>()
  #ended = 0

  constructor(find: () => Promise<readonly number[]>) {
    this.#find = find
  }

  async usage(): Promise<ProcessUsage> {
    const found = await Promise.all(
      (await this.#find()).map(async (pid) => [pid, await readProcess(pid)] as const),
    )
    const all = new Map(found.filter((entry): entry is [number, Process] => entry[1] !== undefined))
    const tops = new Map(
      Array.from(all)
        .filter(([, { parent }]) => !all.has(parent))
        .map(([pid, { ticks }]) => [pid, ticks]),
    )
    for (const [pid, ticks] of this.#tops) {
      // A smaller number means that the pid was reused.
      const now = tops.get(pid)
      if (now === undefined || now < ticks) this.#ended += ticks
    }
    this.#tops = tops
    const live = Array.from(all.values())
    const ticks = live.reduce((sum, process) => sum + process.ticks, this.#ended)
    return {
      cpuSeconds: ticks / TICKS_PER_SECOND,
      memory: live.reduce((sum, process) => sum + process.memory, 0),
      processes: live.length,
    }
  }
}

async function readProcess(pid: number): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  // The name in parentheses may contain spaces and parentheses; the third field, the state, follows the last
  // one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 15) return undefined
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return {
    parent: Number(fields[1]),
    ticks: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0),
    memory: (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024,
  }
}

/** Pids of all accessible processes. Linux only, since it needs /proc. */
export async function allProcesses(): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  return names.filter((name) => /^\d+$/.test(name)).map(Number)
}

/** The processes in the same PID namespace as a process. */
export async function namespaceProcesses(member: number): Promise<number[]> {
  const namespaceOf = (pid: number) => readlink(`/proc/${pid}/ns/pid`).catch(() => undefined)
  const wanted = await namespaceOf(member)
  if (wanted === undefined) return []
  const matches = await Promise.all(
    (await allProcesses()).map(async (pid) => ((await namespaceOf(pid)) === wanted ? [pid] : [])),
  )
  return matches.flat()
}
