import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WorkbenchError } from '#shared/workbench/failure.ts'
import { ModelCopies } from '../../../../electron/workbench/store/model-copies.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const WORKSPACE = 'model/graphstore/file-memory/workspaces/demo'

let folder: string
let copies: ModelCopies
let isStopped = false
const journal = () => readFile(join(folder, WORKSPACE, 'journal-0.jsonl'), 'utf8')
const write = (line: string) => appendFile(join(folder, WORKSPACE, 'journal-0.jsonl'), `${line}\n`)
const answer = (result: Record<string, unknown>) => ({ result, bytes: 0, milliseconds: 0, sequence: 1 })
const wrote = (...ids: string[]) => ({
  structuredContent: { ok: true, output: { items: ids.map((id) => ({ id, ok: true })) } },
})
const importing = (name: string) =>
  copies.around('model_import', async () => {
    await write(name)
    return answer(wrote(name))
  })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error as WorkbenchError).code,
  )

beforeEach(async () => {
  folder = await temporaryFolder()
  isStopped = false
  copies = new ModelCopies(folder, async (work) => {
    isStopped = true
    return work().finally(() => (isStopped = false))
  })
  await mkdir(join(folder, WORKSPACE), { recursive: true })
  await writeFile(join(folder, WORKSPACE, 'lock'), 'of the running server')
  await write('sample')
})

describe('the model before an import', () => {
  it('is restored with the server stopped, and what it replaced is kept', async () => {
    await importing('a')
    expect(copies.latest).toMatchObject({
      sure: true,
      wrote: { total: 1, names: ['a'] },
      after: { total: 0 },
    })
    const kept = await copies.restore(copies.latest?.id ?? 0, 0)
    expect(await journal()).toBe('sample\n')
    expect(existsSync(join(folder, WORKSPACE, 'lock'))).toBe(false)
    expect(await readFile(join(kept, WORKSPACE.slice(6), 'journal-0.jsonl'), 'utf8')).toBe('sample\na\n')
    expect(copies.latest).toBeNull()
    expect(isStopped).toBe(false)
  })

  it('names what was written after it, and is not restored before that was seen', async () => {
    await importing('a')
    const id = copies.latest?.id ?? 0
    const both = {
      entities: wrote('e').structuredContent.output,
      relations: wrote('r').structuredContent.output,
    }
    await copies.around('entity_write', () =>
      Promise.resolve(answer({ structuredContent: { output: both } })),
    )
    expect(copies.latest?.after).toEqual({ total: 2, names: ['e', 'r'] })
    expect(await codeOf(copies.restore(id, 0))).toBe('MODEL_COPY_MOVED')
    expect(await journal()).toBe('sample\na\n')
    expect(await codeOf(copies.restore(id, 2))).toBeUndefined()
    expect(await codeOf(copies.restore(id, 2))).toBe('MODEL_COPY_GONE')
  })

  it('goes back import by import, and keeps the last five', async () => {
    for (const name of 'abcdef') await importing(name)
    for (const name of 'fedcb') {
      expect(copies.latest?.wrote.names).toEqual([name])
      await copies.restore(copies.latest?.id ?? 0, 0)
    }
    expect(await journal()).toBe('sample\na\n')
    expect(copies.latest).toBeNull()
    expect(await readdir(folder)).toEqual(['model', 'model-undone'])
  })

  it.each([
    ['a refusal', { isError: true, structuredContent: { code: 'TOOL_DISABLED' } }],
    ['nothing accepted', { structuredContent: { output: { items: [{ id: 'x', ok: false }] } } }],
  ])('is no longer needed after %s', async (_what, result) => {
    await importing('a')
    await copies.around('umodel_import', () => Promise.resolve(answer(result)))
    expect(copies.latest?.wrote.names).toEqual(['a'])
    expect(await readdir(join(folder, 'model-copies'))).toHaveLength(1)
  })

  it('is kept when no answer came, which may mean that something was written', async () => {
    expect(
      await codeOf(copies.around('model_import', () => Promise.reject(new Error('gone')))),
    ).toBeUndefined()
    expect(copies.latest).toMatchObject({ sure: false, wrote: { total: 0 } })
    await copies.around('entity_write', () => Promise.reject(new Error('gone'))).catch(() => undefined)
    expect(copies.latest?.after).toEqual({ total: 1, names: ['entity_write'] })
  })

  it('holds no half of a write that runs at the same time', async () => {
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const slow = copies.around('entity_write', async () => {
      await write('half')
      await gate
      await write('whole')
      return answer(wrote('e'))
    })
    const next = importing('a')
    open()
    await Promise.all([slow, next])
    await copies.restore(copies.latest?.id ?? 0, 0)
    expect(await journal()).toBe('sample\nhalf\nwhole\n')
  })

  it('is of no use once the model was replaced by a backup', async () => {
    await importing('a')
    await copies.replaceModel(() => writeFile(join(folder, WORKSPACE, 'journal-0.jsonl'), 'backup\n'))
    expect(copies.latest).toBeNull()
  })
})

it.each([
  ['between its two steps is taken back', true, 'sample\na\n'],
  ['elsewhere leaves the model as it is', false, 'sample\na\n'],
])('a crash during a restore %s', async (_where, isBetween, left) => {
  await importing('a')
  if (isBetween) await rename(join(folder, 'model'), join(folder, 'model-undone'))
  await new ModelCopies(folder, (work) => work()).load()
  expect(await journal()).toBe(left)
  expect(existsSync(join(folder, 'model-copies'))).toBe(false)
})

it('an import whose copy fails is not sent', async () => {
  await rm(join(folder, 'model-copies'), { recursive: true, force: true })
  await writeFile(join(folder, 'model-copies'), 'a file in the way')
  let isSent = false
  const sending = copies.around('model_import', () => {
    isSent = true
    return Promise.resolve(answer(wrote('a')))
  })
  expect(await codeOf(sending)).toBe('MODEL_COPY_FAILED')
  expect(isSent).toBe(false)
})
