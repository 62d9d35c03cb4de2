import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderInUse, FolderLock } from '../../../../electron/workbench/store/folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => join(folder, 'workbench.lock')
const kept = () => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, unknown>

/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

it('a folder belongs to one at a time, and the second is told whose it is', () => {
  const lock = FolderLock.take(folder, 'web')
  expect(() => FolderLock.take(folder, 'desktop')).toThrow(FolderInUse)
  expect(() => FolderLock.take(folder, 'desktop')).toThrow(
    new RegExp(`${folder}.*the web host, process ${process.pid}`),
  )
  lock.release()
  FolderLock.take(folder, 'desktop').release()
  expect(readdirSync(folder)).toEqual([])
})

it('the door is told to nobody but the owner of the folder', () => {
  const lock = FolderLock.take(folder, 'web')
  lock.announce({ url: 'http://127.0.0.1:1/door', key: 'k' })
  expect(kept()).toMatchObject({ door: { url: 'http://127.0.0.1:1/door', key: 'k' } })
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['a process that has ended', () => JSON.stringify({ pid: deadPid(), start: '1', host: 'web' })],
  ['half a lock', () => '{"pid":'],
  ['nothing', () => ''],
])('the lock of %s is taken over', (_what, text) => {
  writeFileSync(file(), text())
  const lock = FolderLock.take(folder, 'web')
  expect(kept()['pid']).toBe(process.pid)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

it.runIf(process.platform === 'linux')('a process id that was given out again is not its old owner', () => {
  writeFileSync(file(), JSON.stringify({ pid: process.pid, start: '1', host: 'web' }))
  FolderLock.take(folder, 'web').release()
})

it('nobody gives back what another has taken meanwhile', () => {
  const lock = FolderLock.take(folder, 'web')
  writeFileSync(file(), JSON.stringify({ pid: 1, start: '9', host: 'desktop' }))
  lock.release()
  expect(kept()).toMatchObject({ pid: 1 })
})
