import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFileStore } from '../../../electron/model-server/graphstore/file/index.ts'
import { sharedFolder, temporaryFolder } from '../../temporary-folder.ts'
import { ServerProcess } from './process.ts'

/** `KILL_ROUNDS=50` for the long run. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 6)
const data = sharedFolder()

const idOf = (number: number): string => number.toString(16).padStart(32, '0')

function write(number: number, padding = ''): object {
  const entity = {
    __domain__: 'w',
    __entity_type__: 'w.n',
    __entity_id__: idOf(number),
    __method__: 'Create',
    __first_observed_time__: 1,
    __last_observed_time__: 2,
    number,
    padding,
  }
  return {
    jsonrpc: '2.0',
    id: number,
    method: 'tools/call',
    params: { name: 'entity_write', arguments: { entities: [entity] } },
  }
}

async function present(folder = data): Promise<Set<number>> {
  const store = await openFileStore({ data: folder })
  const numbers = new Set<number>()
  const pages = store.workspace('demo').scanEntities({})
  for (let page = await pages.next(); page; page = await pages.next()) {
    for (const record of page) numbers.add(Number(record.properties['number']))
  }
  await store.close()
  return numbers
}

describe('file.memory under kill -9', () => {
  it('loses no acknowledged write', async () => {
    const acknowledged = new Set<number>()
    let number = 0
    let folder = data
    for (let round = 0; round < ROUNDS; round++) {
      // Everything ever written is read after each kill, so start over now and then.
      if (round % 50 === 49) {
        folder = join(data, `from-${round}`)
        acknowledged.clear()
      }
      const server = new ServerProcess(['--data', folder, '--graphstore', 'file.memory', '--enable-writes'])
      // Multiples of a prime, so that kills happen at different moments.
      const most = 20 + ((round * 37) % 401)
      for (let sent = 0; sent < most * 2; sent++) server.send(write(number++))
      for (let count = 0; count < most; count++) {
        const answer = await server.next()
        expect(answer.result?.['isError'], JSON.stringify(answer)).toBe(false)
        acknowledged.add(Number(answer.id))
      }
      server.child.kill('SIGKILL')
      await server.ended
      const found = await present(folder)
      for (const one of acknowledged) expect(found.has(one), `write ${one}`).toBe(true)
    }
  })

  it('loses no acknowledged write while journals become snapshots', async () => {
    const folder = await temporaryFolder()
    // 160 of these make a journal of 10 MiB, which triggers a snapshot. For kills during a snapshot see
    // graphstore/file-snapshot-kill.slow.test.ts.
    const padding = 'x'.repeat(64 * 1024)
    const acknowledged = new Set<number>()
    let number = 0
    for (let round = 0; round < ROUNDS; round++) {
      const server = new ServerProcess(['--data', folder, '--graphstore', 'file.memory', '--enable-writes'])
      for (let sent = 0; sent < 220; sent++) server.send(write(number++, padding))
      for (let count = 0; count < 120 + ((round * 17) % 100); count++) {
        const answer = await server.next()
        expect(answer.result?.['isError'], JSON.stringify(answer).slice(0, 300)).toBe(false)
        acknowledged.add(Number(answer.id))
      }
      server.child.kill('SIGKILL')
      await server.ended
      const found = await present(folder)
      for (const one of acknowledged) expect(found.has(one), `write ${one}`).toBe(true)
    }
    const names = readdirSync(join(folder, 'graphstore/file-memory/workspaces/demo'))
    expect(names.some((name) => /^snapshot-[1-9]\d*\.jsonl$/.test(name))).toBe(true)
  })

  it('truncates a torn tail and saves it in another file', async () => {
    const before = await present()
    const folder = join(data, 'graphstore/file-memory/workspaces/demo')
    const journal = readdirSync(folder).find((name) => /^journal-\d+\.jsonl$/.test(name)) ?? ''
    appendFileSync(join(folder, journal), '0badc0de {"entities":[{"dom')
    const warnings: string[] = []
    const store = await openFileStore({ data, onWarning: (message) => warnings.push(message) })
    await store.close()
    expect(warnings).toHaveLength(1)
    expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(true)
    expect(await present()).toEqual(before)
  })

  it('refuses a second process on the same folder', async () => {
    const store = await openFileStore({ data })
    const second = new ServerProcess(['--data', data, '--graphstore', 'file.memory'])
    expect(await second.ended).toBe(1)
    expect(second.stderr).toContain('in use')
    await store.close()
  })

  it("reads the real service's three files", async () => {
    const other = await temporaryFolder()
    const folder = join(other, 'graphstore/file-memory/workspaces/old')
    mkdirSync(folder, { recursive: true })
    const entity = {
      __domain__: 'd',
      __entity_type__: 'd.x',
      __entity_id__: idOf(7),
      __method__: 'Update',
      __first_observed_time__: 1,
      __last_observed_time__: 2,
      name: 'seven',
    }
    const file = (items: object): string => JSON.stringify({ version: 1, items })
    writeFileSync(
      join(folder, 'umodels.json'),
      file({ 'd/d.x/entity_set': { kind: 'entity_set', domain: 'd', name: 'd.x', spec: {} } }),
    )
    writeFileSync(
      join(folder, 'entities.json'),
      file({ a: entity, b: { ...entity, __entity_id__: idOf(8), __method__: 'Delete', __deleted__: true } }),
    )
    writeFileSync(join(folder, 'relations.json'), '')
    const store = await openFileStore({ data: other })
    expect(await store.workspace('old').counts()).toEqual({ elements: 1, entities: 1, relations: 0 })
    await store.workspace('old').putElements([{ kind: 'entity_set', domain: 'd', name: 'd.y' }])
    await store.close()
    const again = await openFileStore({ data: other })
    expect(await again.workspace('old').counts()).toEqual({ elements: 2, entities: 1, relations: 0 })
    await again.close()
  })
})
