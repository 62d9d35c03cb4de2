import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftsCollection } from '#shared/documents/authoring.ts'
import type { WorkbenchClient } from '#shared/workbench/contract.ts'
import { openFileStore } from '../../../electron/model-server/graphstore/file/index.ts'
import { Workbench } from '../../../electron/workbench/core.ts'
import { nodePrograms } from '../../../electron/workbench/programs.ts'
import { FORMAT, FolderNewer } from '../../../electron/workbench/store/folder-format.ts'
import { sharedFolder, temporaryFolder } from '../../temporary-folder.ts'
import { attachPage, bareHost } from './bare-host.ts'

/**
 * A data folder of 0.1.0, written by its own end-to-end tests. Paths of that machine were replaced; a batch, a star, a secret and two
 * keys, which those tests remove again, were restored in the format of that version.
 */
const fixture = fileURLToPath(new URL('../../fixtures/data-folder-0.1.0/', import.meta.url))

const folder = sharedFolder()
let workbench: Workbench
let client: WorkbenchClient

const open = (dataFolder: string): Promise<Workbench> =>
  Workbench.open({
    host: bareHost(dataFolder),
    programs: nodePrograms(join(dataFolder, 'no servers')),
    dataFolder,
  })

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length).replace(/^\//, ''))
    .toSorted()

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

beforeAll(async () => {
  cpSync(fixture, folder, { recursive: true })
  workbench = await open(folder)
  client = attachPage(workbench)
})
afterAll(() => workbench.dispose())

const document = async (collection: string, id: string): Promise<unknown> =>
  (await client.call('documents.open', { collection, id })).value

describe('a data folder of 0.1.0', () => {
  it('is copied automatically, byte for byte, before anything in it is changed', () => {
    const backup = join(folder, `before-format-${FORMAT}`)
    const kept = filesBelow(fixture).filter((path) => !path.startsWith('model/'))
    expect(filesBelow(backup)).toEqual(kept)
    for (const path of kept)
      expect(readFileSync(join(backup, path)), path).toEqual(readFileSync(join(fixture, path)))
    expect(json(join(folder, 'format.json'))).toEqual({ format: FORMAT })
  })

  it('says of nothing that it could not be read', async () => {
    expect(await client.call('host.notices', {})).toEqual([])
    expect(filesBelow(folder).filter((path) => path.includes('corrupt'))).toEqual([])
  })

  it('has its settings and keys', async () => {
    expect(await client.call('settings.all', {})).toEqual(
      json(join(fixture, 'documents/workbench/settings.json')),
    )
  })

  it.each([
    ['query tabs', 'query', 'tabs', 'tabs'],
    ['stars', 'query', 'stars', 'entries'],
    ['kept results', 'query', 'snapshots', 'runs'],
    ['marked environments', 'gem', 'picks', 'recent'],
    ['start dialog', 'sandboxes', 'start', 'images'],
  ])('has its %s', async (_what, collection, id, member) => {
    const earlier = json(join(fixture, `documents/${collection}/${id}.json`)) as Record<string, unknown[]>
    const now = (await document(collection, id)) as Record<string, unknown[]>
    expect(now[member]).toHaveLength(earlier[member]?.length ?? 0)
    expect(now[member]?.length).toBeGreaterThan(0)
    expect(earlier[member]).toMatchObject(now[member] as object)
  })

  it.each(['explorer', 'explorer-views', 'query-results', 'saved-queries', 'drafts'])(
    'has every document of %s',
    async (collection) => {
      const listed = await client.call('documents.list', { collection })
      const earlier = readdirSync(join(fixture, 'documents', collection))
      expect(listed.map(({ id }) => `${id}.json`).toSorted()).toEqual(earlier.toSorted())
      for (const { id, value } of listed)
        expect(json(join(fixture, 'documents', collection, `${id}.json`)), id).toMatchObject(value as object)
    },
  )

  it('has its draft with the steps back', async () => {
    const [draft] = await client.call('documents.list', { collection: 'drafts' })
    const { draft: items, history } = draftsCollection.schema.parse(draft?.value) ?? {}
    expect(items?.items).toHaveLength(2)
    expect(history?.past.length).toBeGreaterThan(0)
  })

  it.each([
    ['queries', 'query-history'],
    ['commands', 'terminal-history'],
  ])('has its history of %s', async (_what, collection) => {
    const lines = readFileSync(join(fixture, `logs/${collection}.jsonl`), 'utf8')
      .trim()
      .split('\n')
    const { records } = await client.call('documents.openLog', { collection })
    expect(records.map(({ sequence: n, at, value }) => ({ n, at, value }))).toEqual(
      lines.map((line) => JSON.parse(line) as unknown),
    )
  })

  it('has its terminals, with their tabs, blocks and outputs', async () => {
    const { terminals, tabs } = await client.call('terminals.list', {})
    expect(tabs).toEqual(
      (json(join(fixture, 'documents/terminal-layout/tabs.json')) as { tabs: object }).tabs,
    )
    const read = await Promise.all(
      terminals.map(async ({ id, name, blocks }) => ({
        id,
        name,
        blocks: await Promise.all(
          blocks.map(async ({ number, command, state, exitCode }) => ({
            number,
            command,
            state,
            exitCode,
            output: await client.call('terminals.output', { id, number }),
          })),
        ),
      })),
    )
    const earlier = readdirSync(join(fixture, 'documents/terminals')).map((file) => {
      const { id, name } = json(join(fixture, 'documents/terminals', file)) as { id: string; name: string }
      const place = join(fixture, `documents/terminal-blocks.${id}`)
      return { id, name, blocks: readdirSync(place).map((block) => json(join(place, block))) }
    })
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
    expect(earlier.toSorted(byId)).toMatchObject(read.toSorted(byId))
    expect(read.flatMap(({ blocks }) => blocks)).toHaveLength(5)
  })

  it('has every event of every episode, and its batch', () => {
    const now = filesBelow(folder)
      .filter((path) => /^(documents|logs)\//.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf8'))
      .join('\n')
    for (const file of readdirSync(join(fixture, 'documents/gem-episodes'))) {
      const episode = json(join(fixture, 'documents/gem-episodes', file)) as {
        id: string
        events: { action: string | null; observation: string }[]
      }
      expect(now).toContain(episode.id)
      for (const { observation } of episode.events) expect(now).toContain(JSON.stringify(observation))
    }
    expect(now).toContain('5f0c6c5e-9f5a-4d52-8d35-0d1e6a1f2b30')
  })

  it('has its connection, with the consent to start it, and its secret', async () => {
    const connections = await client.call('connections.list', {})
    const own = connections.find(({ name }) => name === 'claude-everything')
    expect(own).toBeDefined()
    expect(own).not.toHaveProperty('consent')
    expect(await client.call('secrets.list', {})).toEqual([expect.objectContaining({ name: 'cluster' })])
  })

  it('has its recent things', async () => {
    expect(await client.call('recents.list', {})).toEqual(
      json(join(fixture, 'documents/workbench/recents.json')),
    )
  })

  it('has what was written into its model', async () => {
    const warnings: string[] = []
    const store = await openFileStore({
      data: join(folder, 'model'),
      onWarning: (message) => warnings.push(message),
    })
    const page = await store.workspace('demo').scanEntities({}).next()
    expect(page?.length).toBeGreaterThan(10)
    expect(warnings).toEqual([])
    await store.close()
  })
})

it('a data folder of a newer version is refused with a sentence, and not touched', async () => {
  const newer = await temporaryFolder()
  cpSync(fixture, newer, { recursive: true })
  writeFileSync(join(newer, 'format.json'), JSON.stringify({ format: FORMAT + 1 }))
  const before = filesBelow(newer)
  await expect(open(newer)).rejects.toThrow(FolderNewer)
  await expect(open(newer)).rejects.toThrow(/^A later version of Orrery has used the data folder/)
  expect(filesBelow(newer)).toEqual(before)
})
