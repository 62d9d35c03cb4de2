import { startServer } from '../../electron/sandbox-server/support/server.ts'
import type { Row } from '../row.ts'

const NEIGHBOURS = 4
const COMMANDS = 100
/** Alternates with and without load, so that other activity of the machine affects both. */
const TURNS = 3

/** Ways a sandbox can disturb others: name, and a shell command that runs forever. */
export const FLOODS: readonly (readonly [name: string, command: string])[] = [
  ['output', 'yes "$(head -c 4000 /dev/zero | tr "\\0" x)"'],
  ['reports', 'for f in $(find /run/orrery -type p); do cat /dev/zero > $f & done; wait'],
  ['files', 'mkdir -p /tmp/f; while :; do touch /tmp/f/$RANDOM; rm -f /tmp/f/$RANDOM; done'],
  ['forks', 'while :; do (:); (:) & done'],
  ['connections', 'while :; do (exec 3<> /dev/tcp/127.0.0.1/61080 && echo x >&3) 2> /dev/null; done'],
]

/** Latency of a sandbox's command beside a flooding one, compared with the same sandboxes when idle. */
export async function floodRows([name, command]: (typeof FLOODS)[number]): Promise<Row[]> {
  const server = await startServer()
  try {
    const begin = async (): Promise<string> => {
      const { result } = await server.post('/start', { image: 'local', memory: '512m', cpus: 1 })
      await server.post('/create_session', { sandbox_id: result.sandbox_id, session: 's' })
      return result.sandbox_id as string
    }
    const neighbours = await Promise.all(Array.from({ length: NEIGHBOURS }, begin))
    const flooder = await begin()
    const times: Record<'calm' | 'flooded', number[]> = { calm: [], flooded: [] }
    const feel = (into: number[]) =>
      Promise.all(
        neighbours.map(async (id) => {
          for (let n = 0; n < COMMANDS; n++) {
            const run = { sandbox_id: id, session: 's', command: `echo ${n}`, check: 'silent' }
            const begun = performance.now()
            const { result } = await server.post('/run_in_session', run)
            into.push(performance.now() - begun)
            if (result?.output !== String(n)) throw new Error(`a wrong answer beside a flood of ${name}`)
          }
        }),
      )
    await feel([])
    for (let turn = 0; turn < TURNS; turn++) {
      await feel(times.calm)
      const flood = server.post('/run_in_session', {
        sandbox_id: flooder,
        session: 's',
        command,
        timeout: 600,
      })
      await feel(times.flooded)
      await server.post('/interrupt_session', { sandbox_id: flooder, session: 's' })
      await server.post('/close_session', { sandbox_id: flooder, session: 's' })
      await flood
      await server.post('/create_session', { sandbox_id: flooder, session: 's' })
    }
    const without = `p95 beside no flood (${name})`
    return [
      { name: without, value: p95(times.calm), unit: 'ms' },
      {
        name: `p95 beside a flood of ${name}`,
        value: p95(times.flooded),
        unit: 'ms',
        baseline: without,
        aim: { most: 2, of: 'ratio' },
      },
    ]
  } finally {
    await server.close()
  }
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
