import { chmod, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { startServer, type TestServer } from './support/server.ts'

/**
 * A start that pulls an image from a registry which never finishes. The engine's client is a fake, since only its waiting
 * matters.
 */
let folder: string
let server: TestServer
const path = process.env['PATH'] ?? ''

const CLIENT = (pid: string): string => `#!/bin/sh
case "$1" in
  info) echo 5.0.0 ;;
  image) exit 1 ;;
  pull) echo $$ > ${pid}; exec sleep 600 ;;
esac
`

beforeEach(async () => {
  folder = await temporaryFolder()
  await writeFile(join(folder, 'podman'), CLIENT(join(folder, 'pid')))
  await chmod(join(folder, 'podman'), 0o755)
  process.env['PATH'] = [folder, path].join(delimiter)
  server = await startServer(['--no-auth', '--runtime', 'podman'])
})
afterEach(async () => {
  process.env['PATH'] = path
  await server.close()
})

const puller = async (): Promise<number> => Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => 0))
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('is stopped at once, and its pull with it', async () => {
  const { sandbox_id: id } = (await server.post('/start_async', { image: 'registry.test/slow:1' })).result
  await expect.poll(puller).toBeGreaterThan(0)
  const pid = await puller()
  const pending = await server.get('/get_status', { sandbox_id: id })
  expect(pending.result.state).toBe('pending')
  expect(await server.post('/stop', { sandbox_id: id })).toMatchObject({ status: 'Success' })
  await expect.poll(() => isAlive(pid)).toBe(false)
  const stopped = await server.get('/get_status', { sandbox_id: id, include_all_states: 'true' })
  expect(stopped.result.state).toBe('stopped')
  // The image was not replaced by another one.
  expect(JSON.stringify(stopped.result)).not.toContain('own system')
})

it('does not keep the server from ending', async () => {
  await server.post('/start_async', { image: 'registry.test/slow:1' })
  await expect.poll(puller).toBeGreaterThan(0)
  const pid = await puller()
  await server.close()
  await expect.poll(() => isAlive(pid)).toBe(false)
})
