import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLadybugStore, packageName } from '../../../../electron/model-server/graphstore/ladybug/index.ts'
import type { GraphStore, Workspace } from '../../../../electron/model-server/graphstore/store.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { repository } from '../../repository.ts'
import { batch, drain, entity, relation } from './records.ts'
import { describeStore } from './store-contract.ts'
import { noLadybug } from './no-ladybug.ts'

const data = sharedFolder()

describeStore('local.ladybug', {
  durable: true,
  skip: noLadybug,
  open: () => openLadybugStore({ data: join(data, 'contract') }),
})

const MIB = 1024 ** 2
const NATIVE = join(repository(), 'node_modules', packageName(), 'lbugjs.node')

describe('the embedded database', () => {
  it('says how to get it where it is not installed', async () => {
    const name = packageName('amiga', 'm68k')
    await expect(openLadybugStore({ data, packageName: name })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining(`npm install ${name}`) as string,
    })
  })

  it.skipIf(!existsSync(NATIVE) && 'the package of the embedded graph database is not here')(
    'says which library of the system it lacks',
    async () => {
      const other = join(data, 'other.node')
      const bytes = readFileSync(NATIVE)
      bytes.write('libssl.so.9', bytes.indexOf('libssl.so.3'))
      writeFileSync(other, bytes)
      await expect(openLadybugStore({ data, packageName: other })).rejects.toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
        message:
          'The embedded graph database needs libssl.so.9 of the system; install it or choose --graphstore file.memory.',
      })
    },
  )

  it.skipIf(noLadybug)('keeps texts as they are, whatever they hold', async () => {
    const texts = [
      '',
      ' ',
      '\u001e',
      '\u001d\u001e',
      '\u001e0\u001d',
      '\'"`\\',
      '\n\r\t',
      'e\u0301',
      '\u0301',
      '𝒳',
      '\0',
      '|'.repeat(9_000),
    ]
    const store = await openLadybugStore({ data: join(data, 'texts') })
    const workspace = store.workspace('texts')
    const entities = texts.map((text, index) => entity(`service/n${index}`, { text, index }))
    const relations = texts.map((text, index) =>
      relation(`service/n${index}`, `x${text}`, `service/n${index}`, { text }),
    )
    await workspace.write(batch(entities, relations), { partial: false })
    const found = await drain(workspace.scanEntities({}))
    expect(new Map(found.map(({ properties }) => [properties['index'], properties['text']]))).toEqual(
      new Map(texts.map((text, index) => [index, text])),
    )
    const links = await drain(workspace.scanRelations({}))
    expect(new Set(links.map(({ type }) => type))).toEqual(new Set(texts.map((text) => `x${text}`)))
    expect(new Set(links.map(({ properties }) => properties['text']))).toEqual(new Set(texts))
    await store.close()
  })

  it.skipIf(noLadybug)('serves more workspaces than it keeps open', async () => {
    const store = await openLadybugStore({ data: join(data, 'many') })
    const names = Array.from({ length: 10 }, (_, index) => `w${index}`)
    const put = async (name: string, id: string) =>
      store.workspace(name).write(batch([entity(`service/${id}`)]), { partial: false })
    for (const name of names) await put(name, 'cart')
    await Promise.all(names.map(async (name) => put(name, 'web')))
    const counts = await Promise.all(names.map(async (name) => store.workspace(name).counts()))
    expect(counts.map(({ entities }) => entities)).toEqual(names.map(() => 2))
    expect(await store.workspaces()).toEqual(names.toSorted())
    await store.close()
  })
})

describe.skipIf(noLadybug)('the embedded database, short of memory', () => {
  /** Writes large batches until one is refused; returns how many entities were acknowledged. */
  async function fill(
    workspace: Workspace,
    batches: number,
  ): Promise<{ acknowledged: number; refusals: unknown[] }> {
    let acknowledged = 0
    const refusals: unknown[] = []
    for (let number = 0; number < batches; number += 1) {
      const many = Array.from({ length: 1_000 }, (_, index) =>
        entity(`service/n${number * 1_000 + index}`, { note: `${index}`.padEnd(1_500, 'x') }),
      )
      try {
        await workspace.write(batch(many), { partial: false })
        acknowledged += many.length
      } catch (error) {
        refusals.push(error)
      }
    }
    return { acknowledged, refusals }
  }

  const count = async (store: GraphStore): Promise<number> =>
    (await store.workspace('full').counts()).entities

  it('loses nothing when a checkpoint fails, and says what to do when a batch does not fit', async () => {
    const folder = join(data, 'short')
    const small = await openLadybugStore({ data: folder, bufferBytes: 96 * MIB })
    const { acknowledged, refusals } = await fill(small.workspace('full'), 14)
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
        message: expect.stringContaining('MODEL_SERVER_EMBEDDED_MB') as string,
      })
    expect(await count(small)).toBe(acknowledged)
    await small.close()
    const again = await openLadybugStore({ data: folder })
    expect(await count(again)).toBe(acknowledged)
    await again.close()
    expect(acknowledged).toBeGreaterThan(0)
    const left = readdirSync(join(folder, 'instances/full/storage/graph/local'))
    expect(left.filter((name) => name.includes('recovery') || name.includes('checkpoint'))).toEqual([])
  })
})
