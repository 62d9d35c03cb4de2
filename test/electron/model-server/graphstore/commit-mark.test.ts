import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  CommitMark,
  truncateToLastCommit,
} from '../../../../electron/model-server/graphstore/ladybug/commit-mark.ts'
import { sharedFolder } from '../../../temporary-folder.ts'

const folder = sharedFolder()

/** The path of a database whose log contains `text`, marked after it. */
async function marked(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  writeFileSync(`${path}.wal`, text)
  const mark = await CommitMark.open(path)
  await mark.set()
  await mark.close()
  return path
}

/** The content of the log; undefined if there is none. */
const log = (path: string): string => (existsSync(`${path}.wal`) ? readFileSync(`${path}.wal`, 'utf8') : '')

describe('the mark of the last commit', () => {
  it.each([
    ['a short log', 'one commit'],
    ['a long log', 'x'.repeat(10_000)],
    ['an empty log', ''],
  ])('cuts what a killed process left behind %s', async (name, text) => {
    const path = await marked(name, text)
    appendFileSync(`${path}.wal`, 'half a transaction')
    expect(await truncateToLastCommit(path)).toBe(true)
    expect(log(path)).toBe(text)
  })

  it('leaves a whole log alone', async () => {
    const path = await marked('whole', 'one commit')
    expect(await truncateToLastCommit(path)).toBe(true)
    expect(log(path)).toBe('one commit')
  })

  it.each([
    ['a log that came after', 'another log, just as long'],
    ['a shorter log', 'short'],
  ])('cuts nothing off %s', async (name, text) => {
    const path = await marked(name, 'a log that is gone by now')
    writeFileSync(`${path}.wal`, text)
    expect(await truncateToLastCommit(path)).toBe(false)
    expect(log(path)).toBe(text)
  })

  it('cuts nothing without a mark, or with half of one', async () => {
    const path = join(folder, 'unmarked')
    writeFileSync(`${path}.wal`, 'log')
    expect(await truncateToLastCommit(path)).toBe(false)
    writeFileSync(`${path}.committed`, '1 abc')
    expect(await truncateToLastCommit(path)).toBe(false)
    expect(log(path)).toBe('log')
  })

  it('takes a later mark over an earlier one', async () => {
    const path = await marked('later', 'one')
    const mark = await CommitMark.open(path)
    appendFileSync(`${path}.wal`, ' two')
    await mark.set()
    appendFileSync(`${path}.wal`, ' thr')
    await mark.close()
    expect(await truncateToLastCommit(path)).toBe(true)
    expect(log(path)).toBe('one two')
  })
})
