import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import { ServerProcess } from '../process.ts'

/** Number of kills that have to happen during a snapshot; `KILL_ROUNDS=50` for the long run. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 4)
/** Attempts to achieve that. */
const STARTS = ROUNDS * 6

/** Entities per call, one kB each: 140 calls make a journal large enough for a snapshot, of more than forty slices. */
const PER_CALL = 60
const CALLS = 220
const padding = 'x'.repeat(1024)
const idOf = (number: number): string => number.toString(16).padStart(32, '0')

function call(number: number): object {
  const entities = Array.from({ length: PER_CALL }, (_, index) => ({
    __domain__: 'w',
    __entity_type__: 'w.n',
    __entity_id__: idOf(number * PER_CALL + index),
    __method__: 'Create',
    __first_observed_time__: 1,
    __last_observed_time__: 2,
    padding,
  }))
  return {
    jsonrpc: '2.0',
    id: number,
    method: 'tools/call',
    params: { name: 'entity_write', arguments: { entities } },
  }
}

async function present(data: string): Promise<Set<string>> {
  const store = await openFileStore({ data })
  const ids = new Set<string>()
  const pages = store.workspace('demo').scanEntities({})
  for (let page = await pages.next(); page; page = await pages.next()) {
    for (const record of page) ids.add(record.id)
  }
  await store.close()
  return ids
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Writes until the temporary file of a snapshot appears, then kills; returns what was acknowledged and left. */
async function killedRound(data: string): Promise<{ acknowledged: number[]; left: string[] }> {
  const folder = join(data, 'graphstore/file-memory/workspaces/demo')
  const server = new ServerProcess(['--data', data, '--graphstore', 'file.memory', '--enable-writes'])
  const acknowledged: number[] = []
  for (let number = 0; number < CALLS; number++) server.send(call(number))
  const reading = (async () => {
    while (acknowledged.length < CALLS) {
      const answer = await server.next()
      expect(answer.result?.['isError'], JSON.stringify(answer).slice(0, 300)).toBe(false)
      acknowledged.push(Number(answer.id))
    }
  })().catch((error: unknown) => error)
  while (acknowledged.length < CALLS && !filesOf(folder).some((name) => name.endsWith('.tmp')))
    await setImmediate()
  server.child.kill('SIGKILL')
  await server.ended
  const failure = await Promise.race([reading, setImmediate()])
  if (failure instanceof Error) throw failure
  return { acknowledged, left: filesOf(folder) }
}

describe('file.memory, killed while it writes a snapshot', () => {
  it('loses no acknowledged write', async () => {
    let inSnapshot = 0
    for (let start = 0; start < STARTS && inSnapshot < ROUNDS; start++) {
      const data = mkdtempSync(join(tmpdir(), 'orrery-kill-snapshot-'))
      try {
        const { acknowledged, left } = await killedRound(data)
        if (left.some((name) => name.endsWith('.tmp'))) inSnapshot++
        const found = await present(data)
        for (const number of acknowledged) {
          for (let index = 0; index < PER_CALL; index++) {
            const id = idOf(number * PER_CALL + index)
            if (!found.has(id)) expect.fail(`call ${number} was acknowledged, entity ${id} is missing`)
          }
        }
      } finally {
        rmSync(data, { recursive: true, force: true })
      }
    }
    expect(inSnapshot).toBe(ROUNDS)
  })
})
