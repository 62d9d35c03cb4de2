import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileStore } from '../../../electron/model-server/graphstore/file/index.ts'
import { nodeOptionsFor } from '../../../electron/workbench/connections/model-room.ts'
import { onStderr, ServerProcess } from '../../electron/model-server/process.ts'
import type { GraphStore } from '../../../electron/model-server/graphstore/store.ts'
import type { Row } from '../row.ts'
import { type Stalls, stallsDuring } from '../stalls.ts'
import { RELATIONS_PER_ENTITY, WORKSPACE, load, timed } from './workload.ts'

/** `ORRERY_BENCH_LARGEST=100000` for a quick run. */
const SIZE = Number(process.env['ORRERY_BENCH_LARGEST'] ?? 1_000_000)
/** The target for a million entities. */
const READY_MS = 5_000
const WAIT_MS = 50
const PATIENCE_MS = 300_000

/** Entities changed per write while waiting for a snapshot, and letters of each. */
const CHANGED = 50
const LETTERS = 2_000

const snapshotsIn = async (folder: string): Promise<string> =>
  (await readdir(folder, { recursive: true })).filter((name) => /snapshot-\d+\.jsonl$/.test(name)).join()

/** Changes entities until the journal triggers the next snapshot, and until that is written. */
async function untilSnapshot(store: GraphStore, data: string): Promise<void> {
  const workspace = store.workspace(WORKSPACE)
  const before = await snapshotsIn(data)
  const until = performance.now() + PATIENCE_MS
  for (let round = 0; (await snapshotsIn(data)) === before; round++) {
    if (performance.now() > until) throw new Error('no snapshot was written')
    const entities = Array.from({ length: CHANGED }, (_, n) => ({
      domain: 'shop',
      type: 'shop.changed',
      id: createHash('md5').update(String(n)).digest('hex'),
      method: 'Update' as const,
      firstObserved: 1_700_000_000,
      lastObserved: 1_700_000_600 + round,
      keepAlive: 3600,
      properties: { note: 'x'.repeat(LETTERS) },
    }))
    await workspace.write({ entities, relations: [] }, { partial: true })
  }
}

/** Milliseconds to read the whole folder. */
async function readAll(folder: string): Promise<number> {
  return timed(async () => {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await readFile(join(entry.parentPath, entry.name))
  })
}

/** Milliseconds until a server on these files, started as the workbench starts its own, says its address. */
async function serverReady(data: string): Promise<number> {
  // The heap holds a million entities on any machine.
  const options = [...nodeOptionsFor(data), '--max-old-space-size=12000'].join(' ')
  const begun = performance.now()
  const server = new ServerProcess(
    ['--graphstore', 'file.memory', '--data', data, '--transport', 'http', '--addr', '127.0.0.1:0'],
    { NODE_OPTIONS: options },
  )
  try {
    await onStderr(server, /listening on (\S+)/)
    return performance.now() - begun
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
  }
}

/** Fills the store and closes it: milliseconds of that, and the longest waits while a snapshot was written. */
async function fill(data: string): Promise<{ written: number; waits: Stalls }> {
  const store = await openFileStore({ data })
  const { entitiesMs, relationsMs } = await load(store, SIZE)
  const waits = await stallsDuring(() => untilSnapshot(store, data))
  await store.close()
  return { written: entitiesMs + relationsMs, waits }
}

/**
 * The in-memory store with its files: how long requests are blocked while snapshots are written, and how long
 * it takes to reopen.
 */
export async function bench(): Promise<Row[]> {
  const data = await mkdtemp(join(tmpdir(), 'orrery-bench-'))
  const of = `${SIZE} entities, ${SIZE * RELATIONS_PER_ENTITY} relations`
  try {
    const { written, waits } = await fill(data)
    // What the store held is gone, as it is for a process that starts.
    globalThis.gc?.()
    const reading = await readAll(data)
    let reopened: Awaited<ReturnType<typeof openFileStore>> | undefined
    const ready = await timed(async () => {
      reopened = await openFileStore({ data })
      const { entities } = await reopened.workspace(WORKSPACE).counts()
      if (entities < SIZE) throw new Error(`of ${SIZE} entities ${entities} are there`)
    })
    await reopened?.close()
    reopened = undefined
    globalThis.gc?.()
    const started = await serverReady(data)
    const bytes = `${of}: the same bytes read`
    const wait = `${of}: longest wait of anybody while a snapshot is written`
    return [
      { name: `${of}: written`, value: written, unit: 'ms' },
      { name: `${wait}, of an idle thread`, value: waits.idle, unit: 'ms' },
      {
        name: wait,
        value: waits.longest,
        unit: 'ms',
        baseline: `${wait}, of an idle thread`,
        aim: { most: WAIT_MS },
      },
      { name: bytes, value: reading, unit: 'ms' },
      { name: `${of}: ready in this process`, value: ready, unit: 'ms', baseline: bytes },
      {
        name: `${of}: ready after start, a server with room for what is young`,
        value: started,
        unit: 'ms',
        baseline: bytes,
        aim: { most: READY_MS },
      },
    ]
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}
