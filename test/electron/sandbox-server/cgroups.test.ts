import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findCgroups } from '../../../electron/sandbox-server/runtime/cgroups.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

/**
 * cgroup v2 as files in an ordinary folder: tests what is written and read, also on machines without cgroup v2. The kernel's
 * behaviour is tested by the escape suite on machines that have it.
 */
let root: string
beforeEach(async () => {
  root = await temporaryFolder()
})

const limits = { cpus: 1.5, memory: 512 * 1024 ** 2, disk: 1, processes: 64 }
const text = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')

/** The unified hierarchy with this process in `group`. */
function unified(group: string, controllers: string) {
  mkdirSync(join(root, group), { recursive: true })
  for (const folder of ['', group]) {
    writeFileSync(join(root, folder, 'cgroup.controllers'), `${controllers}\n`)
    writeFileSync(join(root, folder, 'cgroup.procs'), '')
    // Only the root group has none.
    if (folder !== '') writeFileSync(join(root, folder, 'cgroup.type'), 'domain\n')
  }
  writeFileSync(join(root, 'self'), `0::/${group}\n`)
  return { root, self: join(root, 'self') }
}

describe('control groups of version 2', () => {
  it.each([
    ['at the root', '', false],
    ['delegated to a user’s service', 'user.slice/orrery.service', true],
  ])('%s hand controllers down and limit a sandbox', async (_where, group, leaf) => {
    const found = await findCgroups('ours', unified(group, 'cpuset cpu io memory pids'))
    expect(found?.controllers).toEqual(['memory', 'cpu', 'pids'])
    expect(text(group, 'cgroup.subtree_control')).toBe('+memory +cpu +pids')
    expect(text(group, 'ours/cgroup.subtree_control')).toBe('+memory +cpu +pids')
    // A group with controllers enabled for its children may contain no processes.
    expect(existsSync(join(root, group, 'orrery-server'))).toBe(leaf)
    if (leaf) expect(text(group, 'orrery-server/cgroup.procs')).toBe(String(process.pid))

    const box = await found?.create('box', limits)
    const folder = join(group, 'ours/box')
    expect(text(folder, 'memory.max')).toBe(String(limits.memory))
    expect(text(folder, 'memory.swap.max')).toBe('0')
    expect(text(folder, 'pids.max')).toBe('64')
    expect(text(folder, 'cpu.max')).toBe('150000 100000')
    expect(box?.joinFiles).toEqual([join(root, folder, 'cgroup.procs')])
  })

  it.each(['service', 'deep/er/scope'])(
    'lie beside the group of a server that shares its own with others: %s',
    async (group) => {
      const files = unified(join('app.slice', group), 'memory pids')
      writeFileSync(join(root, 'app.slice/cgroup.subtree_control'), 'memory pids\n')
      writeFileSync(join(root, 'app.slice/cgroup.procs'), '')
      // Simulates the kernel's refusal: the group contains other processes.
      mkdirSync(join(root, 'app.slice', group, 'cgroup.subtree_control'))
      const found = await findCgroups('ours', files)
      expect(found?.controllers).toEqual(['memory', 'pids'])
      expect(text('app.slice/ours/cgroup.subtree_control')).toBe('+memory +pids')
      expect(text('app.slice/cgroup.subtree_control')).toBe('memory pids\n')
      expect(text('app.slice', group, 'cgroup.procs')).toBe(String(process.pid))
      expect((await found?.create('box', limits))?.joinFiles).toEqual([
        join(root, 'app.slice/ours/box/cgroup.procs'),
      ])
    },
  )

  it('count', async () => {
    const box = await (await findCgroups('ours', unified('', 'memory cpu pids')))?.create('box', limits)
    const folder = join(root, 'ours/box')
    writeFileSync(join(folder, 'cpu.stat'), 'usage_usec 2500000\nuser_usec 1\n')
    writeFileSync(join(folder, 'memory.stat'), 'anon 1000\nfile 999999\nshmem 24\n')
    writeFileSync(join(folder, 'memory.events'), 'low 0\noom 5\noom_kill 3\n')
    writeFileSync(join(folder, 'pids.current'), '7\n')
    expect(await box?.usage()).toEqual({ cpuSeconds: 2.5, memory: 1024, processes: 7, outOfMemory: 3 })
    expect(await box?.outOfMemory()).toBe(3)
  })

  it('end with their processes', async () => {
    const box = await (await findCgroups('ours', unified('', 'memory cpu pids')))?.create('box', limits)
    const folder = join(root, 'ours/box')
    const child = spawn('sleep', ['60'])
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
    writeFileSync(join(folder, 'cgroup.procs'), `${child.pid}\n`)
    writeFileSync(join(folder, 'cgroup.kill'), '')
    // The kernel removes its files along with the folder; here they are removed when the process has exited.
    void ended.then(() => rmSync(folder, { recursive: true }))
    await box?.destroy()
    expect(await ended).toBe('SIGKILL')
    expect(existsSync(folder)).toBe(false)
  })

  it('of an earlier run are swept away', async () => {
    const found = await findCgroups('ours', unified('', 'memory'))
    mkdirSync(join(root, 'ours/old'))
    expect(await found?.sweep()).toBe(1)
    expect(existsSync(join(root, 'ours/old'))).toBe(false)
  })

  it.each([
    ['without controllers', ''],
    ['without those that limit', 'rdma misc'],
  ])('%s are of no use', async (_how, controllers) => {
    expect(await findCgroups('ours', unified('', controllers))).toBeUndefined()
  })
  it('are not there at all', async () => {
    expect(await findCgroups('ours', { root, self: '/proc/self/cgroup' })).toBeUndefined()
  })
})
