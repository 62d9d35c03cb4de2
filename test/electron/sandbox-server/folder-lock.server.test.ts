import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { startServer } from './support/server.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

const file = () => join(folder, 'server.lock')
const holder = () => (JSON.parse(readFileSync(file(), 'utf8')) as { pid: number }).pid

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
