import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type LogListener, Logs } from '../../../../electron/workbench/documents/logs.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder()
})

describe('logs', () => {
  const page = { limit: 10 }

  it('give the newest first, in pages, and find by any part', async () => {
    const logs = new Logs(folder)
    for (const text of ['alpha', 'beta', 'gamma']) await logs.append({ collection: 'history' }, { text })
    const values = async (options: { limit: number; before?: number; search?: string }) =>
      (await logs.read({ collection: 'history' }, options)).map(
        (record) => (record.value as { text: string }).text,
      )
    expect(await values(page)).toEqual(['gamma', 'beta', 'alpha'])
    expect(await values({ limit: 1, before: 3 })).toEqual(['beta'])
    expect(await values({ limit: 10, search: 'ALPH' })).toEqual(['alpha'])
    await logs.dispose()
  })

  it.each<[string, string, string[]]>([
    ['in any case', 'LEVEL', ['query']],
    ['with quotes as they were typed', 'level = "ERROR"', ['query']],
    ['over a line break', "'devops') | where", ['query']],
    ['with other blanks', 'level  =', ['query']],
    ['of a backslash', 'C:\\temp', ['path']],
    ['of a line break', '\n| where', ['query']],
    ['of nothing that is there', 'level == 5', []],
  ])('are searched %s', async (_, search, expected) => {
    const logs = new Logs(folder)
    await logs.append(
      { collection: 'history' },
      {
        id: 'query',
        text: `.entity with(domain='devops')\n| where level = "ERROR"`,
      },
    )
    await logs.append({ collection: 'history' }, { id: 'path', text: 'C:\\temp' })
    const found = await logs.read({ collection: 'history' }, { limit: 10, search })
    expect(found.map(({ value }) => (value as { id: string }).id)).toEqual(expected)
    await logs.dispose()
  })

  it('keep their order and every record, wherever the clock is set meanwhile, and over a restart', async () => {
    const clock = vi.spyOn(Date, 'now')
    const ref = { collection: 'history' }
    const first = new Logs(folder)
    const day = 86_400_000
    for (const now of [50 * 365, 1, 0, 90 * 365]) {
      clock.mockReturnValue(now * day)
      await first.append(ref, now)
    }
    await first.dispose()
    clock.mockReturnValue(2 * day)
    const second = new Logs(folder)
    await second.append(ref, 'last')
    clock.mockRestore()
    const records = await second.read(ref, page)
    expect(records.map(({ sequence, value }) => [sequence, value])).toEqual([
      [5, 'last'],
      [4, 90 * 365],
      [3, 0],
      [2, 1],
      [1, 50 * 365],
    ])
    await second.dispose()
  })

  it('continue where another instance stopped', async () => {
    const first = new Logs(folder)
    await first.append({ collection: 'history' }, 'one')
    await first.dispose()
    const second = new Logs(folder)
    expect(await second.append({ collection: 'history' }, 'two')).toMatchObject({ sequence: 2 })
    await second.dispose()
  })

  it('have nothing of a record that the disk refused, nor of what waited behind it', async () => {
    const logs = new Logs(folder)
    await logs.append({ collection: 'history' }, 'before')
    const probe = await open(join(folder, 'probe'), 'w')
    const handles = Object.getPrototypeOf(probe) as FileHandle
    await probe.close()
    const half = vi.spyOn(handles, 'appendFile').mockImplementationOnce(async function (
      this: FileHandle,
      text,
    ) {
      await this.write((text as string).slice(0, 20))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const [refused, after] = await Promise.allSettled([
      logs.append({ collection: 'history' }, 'refused'),
      logs.append({ collection: 'history' }, 'after'),
    ])
    half.mockRestore()
    expect([refused.status, after.status]).toEqual(['rejected', 'rejected'])
    await logs.append({ collection: 'history' }, 'last')
    const values = async (store: Logs) =>
      (await store.read({ collection: 'history' }, page)).map(({ value }) => value)
    expect(await values(logs)).toEqual(['last', 'before'])
    await logs.dispose()
    const again = new Logs(folder)
    expect(await values(again)).toEqual(['last', 'before'])
    await again.dispose()
  })

  it('of 0.1.0, without checksums, are complete; damage in one is reported and affects nothing else', async () => {
    const path = join(folder, 'history.jsonl')
    const old = [
      '{"n":1,"at":1,"value":"one"}',
      '{"n":2,"at":2,"value":"two"}',
      '{"n":3,"at":3,"value":"three"}',
    ]
    await writeFile(path, `${old.join('\n')}\n`)
    const logs = new Logs(folder)
    await logs.append({ collection: 'history' }, 'four')
    expect((await logs.read({ collection: 'history' }, page)).map(({ sequence }) => sequence)).toEqual([
      4, 3, 2, 1,
    ])
    await logs.dispose()
    await writeFile(path, (await readFile(path, 'utf8')).replace('"two"', '"tw').replace('four', 'fuor'))
    const told: unknown[] = []
    const again = new Logs(folder, (_path, damage) => told.push(damage))
    expect((await again.read({ collection: 'history' }, page)).map(({ value }) => value)).toEqual([
      'three',
      'one',
    ])
    expect(told).toEqual([
      { lines: 2, tornBytes: 0, preserved: expect.stringMatching(/\.damaged-\d+$/) as string },
    ])
    await again.dispose()
  })

  it('take an entry only behind the one that it was meant for', async () => {
    const logs = new Logs(folder)
    const ref = { collection: 'episodes', id: 'one' }
    await logs.append(ref, 'reset', 0)
    const answers = await Promise.allSettled([
      logs.append(ref, 'left', 1),
      logs.append(ref, 'right', 1),
      logs.append(ref, 'free'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await logs.read(ref, page)).map(({ value }) => value)).toEqual(['free', 'left', 'reset'])
    await logs.dispose()
  })

  it('tell their followers, cost a line an entry, and can be removed', async () => {
    const logs = new Logs(folder)
    const ref = { collection: 'episodes', id: 'one' }
    const told: unknown[] = []
    const listener: LogListener = (_, { value }) => told.push(value)
    await logs.append(ref, 'before')
    expect((await logs.follow(ref, listener)).map(({ value }) => value)).toEqual(['before'])
    await logs.append(ref, 'after')
    expect(told).toEqual(['after'])
    await logs.unfollow(ref, listener)
    await logs.append(ref, 'unheard')
    expect(told).toEqual(['after'])
    const text = await readFile(join(folder, 'episodes', 'one.jsonl'), 'utf8')
    expect(text.trimEnd().split('\n')).toHaveLength(3)
    expect(await logs.ids('episodes')).toEqual(['one'])
    await logs.remove(ref)
    expect(await logs.ids('episodes')).toEqual([])
    expect(await logs.append(ref, 'anew')).toMatchObject({ sequence: 1 })
    await logs.dispose()
  })

  it('lose only the line that was being written when the power went', async () => {
    await writeFile(join(folder, 'history.jsonl'), '{"n":1,"at":1,"value":"kept"}\n{"n":2,"at":2,"val')
    const logs = new Logs(folder)
    await logs.append({ collection: 'history' }, 'after')
    await logs.dispose()
    const again = new Logs(folder)
    expect((await again.read({ collection: 'history' }, page)).map(({ value }) => value)).toEqual([
      'after',
      'kept',
    ])
    await again.dispose()
  })
})
