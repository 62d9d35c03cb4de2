import { setTimeout } from 'node:timers/promises'
import { spawn } from '@lydell/node-pty'
import { Platforms } from '../../../electron/workbench/sandboxes/platforms.ts'
import { Sessions } from '../../../electron/workbench/sandboxes/sessions.ts'
import { startServer } from '../../electron/sandbox-server/support/server.ts'
import type { Row } from '../row.ts'

const FLOOD = `yes "$(printf '%098d' 0)" | head -c ${50 * 1024 ** 2}`
/** Prints and reads nothing: what is typed is echoed by the terminal itself. */
const QUIET = 'sleep 600'
/** None of them is in the flood. */
const KEYS = 'abcdefghijklmnopqrstuvwxyz'
/** A rhythm of its own, so that nothing which collects what it sends is met at the same moment each time. */
const PAUSE_MS = 13
/** Floods that follow each other: one alone is over before many keys were typed. */
const TURNS = 5
const QUIET_KEYS = 100
/** Until a shell or a command has begun. */
const SETTLE_MS = 500
const AIM_MS = 10

/** Neither in the flood nor among the keys. */
const PROMPT = '#'

/** A terminal as one has it who sits before it. */
interface Seat {
  /** Runs a command, whose output goes to the listener that was given. Resolves when it ended. */
  run(command: string): Promise<unknown>
  type(key: string): void
  interrupt(): Promise<void>
  /** Called with all that the terminal shows. */
  hear: (text: string) => void
}

/** How long each key takes from the press until it is back, as long as `goesOn` says so. */
async function echoes(seat: Seat, goesOn: (typed: number) => boolean): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; goesOn(n); n++) {
    const key = KEYS[n % KEYS.length] ?? ''
    const seen = new Promise<void>((resolve) => {
      seat.hear = (text) => text.includes(key) && resolve()
    })
    const begun = performance.now()
    seat.type(key)
    // What is typed before a command has begun, or when it is over, has no echo.
    const isBack = await Promise.race([seen.then(() => true), setTimeout(1000, false)])
    if (isBack) taken.push(performance.now() - begun)
    await setTimeout(PAUSE_MS)
  }
  return taken
}

/** Types in one terminal while another one prints 50 MB, several times over. */
async function besideFlood(seat: Seat, flooding: Seat): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    let isOver = false
    const flood = flooding.run(FLOOD).then(() => (isOver = true))
    taken.push(...(await echoes(seat, () => !isOver)))
    await flood
  }
  return taken
}

/** A pseudo-terminal of this machine with a Bash in it, and nothing around it. */
function bareSeat(): Seat & { close(): void } {
  let over: (() => void) | undefined
  const pty = spawn('/bin/bash', ['--norc', '--noprofile'], { cols: 120, rows: 40, env: { PS1: PROMPT } })
  const seat = {
    hear: (_text: string) => undefined as void,
    run: (command: string) => {
      pty.write(`\u0015${command}\r`)
      return new Promise<void>((resolve) => (over = resolve))
    },
    type: (key: string) => pty.write(key),
    interrupt: async () => pty.write('\u0003'),
    close: () => pty.kill(),
  }
  pty.onData((text) => {
    seat.hear(text)
    if (text.includes(PROMPT)) over?.()
  })
  return seat
}

/** A session of a sandbox as the workbench has it: over the platform's client, with its terminal's socket. */
async function ourSeat(sessions: Sessions, sandboxId: string, session: string): Promise<Seat> {
  const place = { platform: 'p', sandboxId, session }
  await sessions.open(place, { env: {}, cols: 120, rows: 40 })
  await sessions.watch(place, { foreground: () => undefined, background: () => undefined })
  const seat: Seat = {
    hear: () => undefined,
    run: (command) => sessions.run(place, { command }, (text) => seat.hear(text)),
    type: (key) => void sessions.write(place, key),
    interrupt: () => sessions.interrupt(place, 'INT'),
  }
  return seat
}

/** What one of two seats feels: alone, while the other prints, and while it prints itself. */
async function measure(name: string, [seat, other]: readonly [Seat, Seat], bare?: string): Promise<Row[]> {
  const quiet = seat.run(QUIET)
  await setTimeout(SETTLE_MS)
  const alone = await echoes(seat, (typed) => typed < QUIET_KEYS)
  const beside = await besideFlood(seat, other)
  await seat.interrupt()
  await quiet
  const within = await besideFlood(seat, seat)
  const row = (what: string, value: number, most?: number): Row => ({
    name: `${name}: ${what}`,
    value,
    unit: 'ms',
    ...(bare === undefined ? {} : { baseline: `${bare}: ${what}` }),
    ...(bare === undefined || most === undefined ? {} : { aim: { most } }),
  })
  return [
    row('echo of a key, median', part(alone, 0.5), AIM_MS),
    row('… while another terminal prints 50 MB, median', part(beside, 0.5), AIM_MS),
    row('… while another terminal prints 50 MB, p95', part(beside, 0.95), AIM_MS),
    row('… while its own program prints 50 MB, median', part(within, 0.5), AIM_MS),
    row('… while its own program prints 50 MB, p95', part(within, 0.95), AIM_MS),
  ]
}

const part = (times: readonly number[], of: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * of)] ?? 0

/** What typing feels like while 50 MB are printed in the same sandbox, beside the same in bare pseudo-terminals. */
export async function bench(): Promise<Row[]> {
  const bare = [bareSeat(), bareSeat()] as const
  await setTimeout(SETTLE_MS)
  const base = await measure('bare pseudo-terminal', bare)
  for (const seat of bare) seat.close()
  const server = await startServer()
  try {
    const headers = { authorization: `Bearer ${server.token}` }
    const sessions = new Sessions(new Platforms(async () => ({ url: server.url, headers })))
    const id = await server.platform.start({ image: 'local', memory: '1g' })
    const ours = [await ourSeat(sessions, id, 'a'), await ourSeat(sessions, id, 'b')] as const
    return [...base, ...(await measure('sandbox', ours, 'bare pseudo-terminal'))]
  } finally {
    await server.close()
  }
}
