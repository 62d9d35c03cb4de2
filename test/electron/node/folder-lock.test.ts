import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { awaitLock, LockHeld, acquireLock } from '../../../electron/node/folder-lock.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder, 'lock')
})

const text = (): string => readFileSync(path, 'utf8')

/** The pid of a process that has exited. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

function held(): LockHeld {
  try {
    acquireLock(path)
  } catch (error) {
    if (error instanceof LockHeld) return error
    throw error
  }
  throw new Error('the lock was free')
}

describe('a lock', () => {
  it('is for one at a time, and leaves nothing behind', () => {
    const lock = acquireLock(path)
    expect(held().holder).toMatchObject({ pid: process.pid })
    lock.release()
    acquireLock(path).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is waited for while its holder ends, and no longer than that', async () => {
    const lock = acquireLock(path)
    await expect(awaitLock(path, 20)).rejects.toThrow(`${path} is held by process ${process.pid}.`)
    const second = awaitLock(path, 20_000)
    setTimeout(() => lock.release(), 100)
    ;(await second).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('makes its folder', () => {
    acquireLock(join(folder, 'a/b/lock')).release()
    expect(existsSync(join(folder, 'a/b'))).toBe(true)
  })

  it('is a line, or JSON where there is more to say', () => {
    const line = acquireLock(path)
    expect(text()).toMatch(new RegExp(`^${process.pid} \\d*$`))
    line.release()
    const lock = acquireLock(path, { host: 'web' })
    expect(JSON.parse(text())).toMatchObject({ pid: process.pid, host: 'web' })
    lock.announce({ host: 'web', door: 1 })
    expect(held().holder?.details).toEqual({ host: 'web', door: 1 })
    lock.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['a process that has ended, as JSON', () => `{"pid":${deadPid()},"start":"1"}`],
    ['a process that has ended, as a line', () => `${deadPid()} 1`],
    ['half a lock', () => '{"pid":'],
    ['null', () => 'null'],
    ['members of other types', () => '{"pid":"1","start":1}'],
    ['nothing', () => ''],
  ])('of %s is taken over', (_who, written) => {
    writeFileSync(path, written())
    const lock = acquireLock(path)
    expect(text()).toContain(String(process.pid))
    lock.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it
    .skipIf(process.platform !== 'linux' && 'only Linux has /proc')
    .each(['{"pid":PID,"start":"1"}', 'PID 1'])(
    'of a process id that was given out again is free: %s',
    (written) => {
      writeFileSync(path, written.replace('PID', String(process.pid)))
      const lock = acquireLock(path)
      expect(text()).not.toContain('"start":"1"')
      lock.release()
    },
  )

  it.each(['{"pid":PID,"start":""}', 'PID'])('of a process that lives is held: %s', (written) => {
    writeFileSync(path, written.replace('PID', String(process.pid)))
    expect(held().message).toContain(`process ${process.pid}`)
  })

  it('that another has taken meanwhile is not given back for it', () => {
    const lock = acquireLock(path)
    writeFileSync(path, '1 9')
    lock.release()
    expect(text()).toBe('1 9')
  })
})
