import { readdir, readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Row } from '../row.ts'
import { median } from '../model/workload.ts'

/** Something that one server is given more and more of. */
export interface Ladder {
  readonly name: string
  /** How many there are at each step. */
  readonly steps: readonly number[]
  /** Time for all steps. */
  readonly seconds: number
  /** Makes as many more as are missing. @throws where there can be no more */
  readonly grow: (from: number, to: number) => Promise<void>
  /** What is asked at each step, and whose time counts. */
  readonly probes: Readonly<Record<string, () => Promise<unknown>>>
  /** Process of the server. */
  readonly pid: () => number | undefined
  /** Whether what the server starts takes memory, too. */
  readonly hasProcesses?: boolean
}

/** Times that each probe is asked at each step. */
const ASKED = 20
/** An answer that takes longer is none that people wait for. */
const SLOW_MS = 1_000
/** Of the machine's memory, what is left to the others that use it. */
const LEFT = 0.25

/** Climbs as long as there is time and memory and answers come soon; the last row says how far, and what ended it. */
export async function climb(ladder: Ladder): Promise<Row[]> {
  const { name, steps, grow, probes, pid, hasProcesses } = ladder
  const begun = performance.now()
  const rows: Row[] = []
  let reached = 0
  let ended = 'the last step'
  for (const step of steps) {
    const growing = performance.now()
    try {
      await grow(reached, step)
    } catch (error) {
      ended = `a refusal: ${(error as Error).message}`
      break
    }
    const made = (performance.now() - growing) / (step - reached)
    reached = step
    const at = `${name}, ${step.toLocaleString('en')}`
    rows.push({ name: `${at}: time for one more`, value: made, unit: 'ms' })
    rows.push({ name: `${at}: memory of the server`, value: (await residentOf(pid())) / 1e6, unit: 'MB' })
    if (hasProcesses)
      rows.push({ name: `${at}: memory of its processes`, value: (await belowOf(pid())) / 1e6, unit: 'MB' })
    let slowest = 0
    for (const [probe, ask] of Object.entries(probes)) {
      const times = await timesOf(ask)
      const [middle, late] = [median(times), times.toSorted((a, b) => a - b)[ASKED - 2] ?? 0]
      rows.push({ name: `${at}: ${probe}, median`, value: middle, unit: 'ms' })
      rows.push({ name: `${at}: ${probe}, p95`, value: late, unit: 'ms' })
      slowest = Math.max(slowest, middle)
    }
    if (slowest > SLOW_MS) ended = 'answers that take longer than a second'
    else if ((await available()) < LEFT * totalmem()) ended = 'memory: a quarter of the machine’s is left'
    // The next step is about as much again.
    else if ((performance.now() - begun) / 1000 > ladder.seconds / 2) ended = 'time'
    else continue
    break
  }
  return [...rows, { name: `${name}: reached`, value: reached, unit: `ended by ${ended}` }]
}

async function timesOf(ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let time = 0; time < ASKED; time++) {
    const begun = performance.now()
    await ask()
    times.push(performance.now() - begun)
  }
  return times
}

/** Bytes that programs can still have, as the kernel estimates it. */
async function available(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8')
  return Number(/^MemAvailable:\s+(\d+)/m.exec(text)?.[1]) * 1024
}

/** Resident bytes of a process. */
async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024
}

/** Bytes of all processes below one; what several share counts once. */
async function belowOf(pid: number | undefined): Promise<number> {
  const parents = new Map<string, string[]>()
  for (const one of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${one}/stat`, 'utf8').catch(() => '')
    // Field 4 of proc(5)'s stat, counted behind the name, which may hold blanks.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    if (parent !== undefined) parents.set(parent, [...(parents.get(parent) ?? []), one])
  }
  const below = (one: string): string[] =>
    (parents.get(one) ?? []).flatMap((child) => [child, ...below(child)])
  let bytes = 0
  for (const one of below(String(pid))) {
    const memory = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '')
    bytes += Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0) * 1024
  }
  return bytes
}
