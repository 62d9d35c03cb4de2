import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderInUse, takeFolder } from '../../../electron/sandbox-server/lifecycle/folder-lock.ts'
import { startServer } from './support/server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-server-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => join(folder, 'server.lock')
const holder = () => (JSON.parse(readFileSync(file(), 'utf8')) as { pid: number }).pid

/** Milliseconds; how long does not matter where nobody gives the folder back. */
const BRIEF = 200

describe('a data folder', () => {
  it('is for one server, and the second is told whose it is', async () => {
    const giveBack = await takeFolder(folder)
    await expect(takeFolder(folder, BRIEF)).rejects.toThrow(FolderInUse)
    await expect(takeFolder(folder, BRIEF)).rejects.toThrow(
      `process ${process.pid} serves the data folder ${folder}`,
    )
    giveBack()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is waited for while its server ends', async () => {
    const giveBack = await takeFolder(folder)
    const second = takeFolder(folder)
    setTimeout(giveBack, BRIEF)
    ;(await second)()
    expect(readdirSync(folder)).toEqual([])
  })
})

it('a second server leaves the sandboxes of the first alone, and has them when that one has ended', async () => {
  const first = await startServer([], folder)
  const id = (await first.post('/start', { image: 'local', auto_delete_seconds: 600 })).result.sandbox_id
  const second = startServer([], folder)
  const alive = await first.post('/execute', { sandbox_id: id, command: 'sleep 1; echo alive' })
  expect(alive.result.stdout).toBe('alive\n')
  expect(holder()).toBe(first.child.pid)
  first.child.kill('SIGTERM')
  const server = await second
  expect(holder()).toBe(server.child.pid)
  const { items } = (await server.get('/all_sandboxes')).result
  expect(items).toMatchObject([{ sandbox_id: id, state: 'stopped' }])
  await server.close()
})
