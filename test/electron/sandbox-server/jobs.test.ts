import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { putOff } from '../../../electron/sandbox-server/lifecycle/jobs.ts'
import type { SandboxRecord } from '../../../electron/sandbox-server/lifecycle/record.ts'
import type { Isolate, Runtime } from '../../../electron/sandbox-server/runtime/runtime.ts'

const HOUR = 3_600_000

/** What happens to a sandbox whose idle time is over now. */
async function outcome(
  { output = 'job\n', jobHours = 8, backend = 'bubblewrap' } = {},
  more: Partial<SandboxRecord> = {},
) {
  const isolate = {
    exec: () => ({
      stdout: Readable.from([Buffer.from(output)]),
      stderr: Readable.from([]),
      exited: Promise.resolve({ code: 0 }),
    }),
  } as unknown as Isolate
  const now = Date.now()
  const entry = { isolate, record: { expires: now, idleMinutes: 30, ...more } as SandboxRecord }
  const runtime = { infoOf: () => ({ name: backend }) } as unknown as Runtime
  let changed: SandboxRecord | undefined
  const goesOn = await putOff(entry, { runtime, jobHours }, (record) => (changed = record))
  return { goesOn, changed, now }
}

it('a job puts the end off by an idle time, and says until when it can', async () => {
  const { goesOn, changed, now } = await outcome()
  expect(goesOn).toBe(true)
  expect(changed?.jobsUntil).toBe(now + 8 * HOUR)
  expect(Math.abs((changed?.expires ?? 0) - now - HOUR / 2)).toBeLessThan(5_000)
})

it('nothing is put off beyond the hours that jobs may take', async () => {
  const now = Date.now()
  const { goesOn, changed } = await outcome({}, { jobsUntil: now + 60_000 })
  expect([goesOn, changed?.expires, changed?.jobsUntil]).toEqual([true, now + 60_000, now + 60_000])
  expect((await outcome({}, { jobsUntil: now - 1 })).goesOn).toBe(false)
})

it.each([
  ['no job', { output: '' }, {}],
  ['no hours for jobs', { jobHours: 0 }, {}],
  ['a backend whose processes are not known', { backend: 'docker' }, {}],
  ['an end that nothing puts off', {}, { deadline: { at: 1, lastsMs: 1, action: 'stop' as const } }],
  ['no idle time', {}, { idleMinutes: 0 }],
])('with %s it ends', async (_name, options, more) => {
  expect(await outcome(options, more)).toMatchObject({ goesOn: false, changed: undefined })
})
