import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { DataFolderLock, FolderInUse } from '../../../../electron/workbench/store/folder-lock.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

const file = () => join(folder, 'workbench.lock')

it('a folder belongs to one process at a time, and the second is told which', () => {
  const lock = DataFolderLock.take(folder, 'web')
  expect(() => DataFolderLock.take(folder, 'desktop')).toThrow(FolderInUse)
  expect(() => DataFolderLock.take(folder, 'desktop')).toThrow(
    new RegExp(`${folder}.*the web host, process ${process.pid}`),
  )
  lock.release()
  DataFolderLock.take(folder, 'desktop').release()
  expect(readdirSync(folder)).toEqual([])
})

it('the door is known only to the owner of the folder', () => {
  const door = { url: 'http://127.0.0.1:1/door', key: 'k' }
  const lock = DataFolderLock.take(folder, 'web')
  lock.announce(door)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ host: 'web', door })
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0)
  expect(() => DataFolderLock.take(folder, 'web')).toThrow(
    expect.objectContaining({ holder: { pid: process.pid, host: 'web', door } }),
  )
  lock.release()
})

it('a lock with unreadable content is still held if its process lives', () => {
  writeFileSync(file(), JSON.stringify({ pid: process.pid, start: '', host: 'moon', door: 7 }))
  expect(() => DataFolderLock.take(folder, 'web')).toThrow(FolderInUse)
})
