import { setTimeout } from 'node:timers/promises'
import { spawn } from '@lydell/node-pty'
import { Platforms } from '../../../electron/workbench/sandboxes/platforms.ts'
import { Sessions } from '../../../electron/workbench/sandboxes/sessions.ts'
import { startServer } from '../../electron/sandbox-server/support/server.ts'
import type { Row } from '../row.ts'

const FLOOD = `yes "$(printf '%098d' 0)" | head -c ${50 * 1024 ** 2}`
/** No input or output: typed keys are echoed by the terminal itself. */
const QUIET = 'sleep 600'
/** None of them occurs in the flood. */
const KEYS = 'abcdefghijklmnopqrstuvwxyz'
/** An odd interval, so that keys do not coincide with any batching. */
const PAUSE_MS = 13
/** Consecutive floods: a single one ends before many keys are typed. */
const TURNS = 5
const QUIET_KEYS = 100
/** Until a shell or a command has started. */
const SETTLE_MS = 500
const AIM_MS = 10

/** Occurs neither in the flood nor among the keys. */
const PROMPT = '#'

/** A terminal from the user's side. */
interface Seat {
  /** Runs a command, with output to the listener. Resolves when it has ended. */
  run(command: string): Promise<unknown>
  type(key: string): void
  interrupt(): Promise<void>
  /** Called with everything the terminal shows. */
  hear: (text: string) => void
}

/** Latency of each key from press to echo, while `goesOn` returns true. */
async function echoes(seat: Seat, goesOn: (typed: number) => boolean): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; goesOn(n); n++) {
    const key = KEYS[n % KEYS.length] ?? ''
    const seen = new Promise<void>((resolve) => {
      seat.hear = (text) => text.includes(key) && resolve()
    })
    const begun = performance.now()
    seat.type(key)
    // Keys typed before a command starts or after it ends have no echo.
    const isBack = await Promise.race([seen.then(() => true), setTimeout(1000, false)])
    if (isBack) taken.push(performance.now() - begun)
    await setTimeout(PAUSE_MS)
  }
  return taken
}

/** Types in one terminal while another prints 50 MB, several times. */
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

/** A bare pseudo-terminal with a Bash. */
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

/** A sandbox session as used by the workbench: over the platform's client and its terminal socket. */
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

/** Latency in one terminal: idle, while another prints, and while it prints itself. */
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

/** Typing latency while 50 MB are printed in the same sandbox, compared with bare pseudo-terminals. */
export async function bench(): Promise<Row[]> {
  const bare = [bareSeat(), bareSeat()] as const
  await setTimeout(SETTLE_MS)
  const base = await measure('bare pseudo-terminal', bare)
  for (const seat of bare) seat.close()
  const server = await startServer()
  try {
    const headers = { authorization: `Bearer ${server.token}` }
    const sessions = new Sessions(
      new Platforms(() => ({ address: async () => ({ url: server.url, headers }) })),
    )
    const id = await server.platform.start({ image: 'local', memory: '1g' })
    const ours = [await ourSeat(sessions, id, 'a'), await ourSeat(sessions, id, 'b')] as const
    return [...base, ...(await measure('sandbox', ours, 'bare pseudo-terminal'))]
  } finally {
    await server.close()
  }
}
