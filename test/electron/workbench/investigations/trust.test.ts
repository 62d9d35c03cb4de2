import { join } from 'node:path'
import { expect, it } from 'vitest'
import { investigations } from '#shared/documents/investigations.ts'
import type { Channel } from '#shared/workbench/wire.ts'
import { documentCalls } from '../../../../electron/workbench/documents/document-calls.ts'
import { Documents } from '../../../../electron/workbench/documents/documents.ts'
import { Logs } from '../../../../electron/workbench/documents/logs.ts'
import { investigationCalls } from '../../../../electron/workbench/investigations/investigation-calls.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'

const context = {
  signal: new AbortController().signal,
  report: () => undefined,
  channel: {
    send: () => undefined,
    onMessage: () => undefined,
    onClose: () => undefined,
    close: () => undefined,
  } satisfies Channel,
}

async function core(folder: string) {
  const documents = new Documents(join(folder, 'documents'), join(folder, 'journal'), () => undefined)
  await documents.recover()
  const told: string[][] = []
  const calls = investigationCalls(documents, (_, ids) => void told.push(ids as string[]))
  const logs = new Logs(join(folder, 'logs'), () => undefined)
  const pages = documentCalls(documents, logs, () => undefined)
  return { documents, calls, pages, told }
}

it('an investigation that was begun here is trusted, also after a restart', async () => {
  const folder = await temporaryFolder()
  const first = await core(folder)
  await first.calls.begin({ id: 'mine' }, context)
  expect(first.told).toEqual([['mine']])
  await first.documents.dispose()
  const second = await core(folder)
  expect(await second.calls.trusted({}, context)).toEqual(['mine'])
  await second.documents.dispose()
})

it('one that a page made of a file is not, until the user agrees', async () => {
  const { documents, calls, pages } = await core(await temporaryFolder())
  const { collection } = investigations
  const value = { title: 'A stranger’s', cells: [{ id: 'a', kind: 'command', text: 'touch /tmp/never' }] }
  await pages.change({ collection, id: 'foreign', version: '1', edit: [{ at: [], set: value }] }, context)
  // The document came from a file, so `begin` does not make it trusted.
  await calls.begin({ id: 'foreign' }, context)
  expect(await calls.trusted({}, context)).toEqual([])
  await calls.trust({ id: 'foreign' }, context)
  expect(await calls.trusted({}, context)).toEqual(['foreign'])
  await documents.dispose()
})

it('no page writes which are trusted', async () => {
  const { documents, calls, pages } = await core(await temporaryFolder())
  const ref = { collection: 'workbench', id: 'trusted-investigations' }
  const change = { ...ref, version: '1', edit: [{ at: [], set: ['foreign'] }] }
  await expect(async () => pages.change(change, context)).rejects.toMatchObject({ code: 'UNKNOWN_DOCUMENT' })
  expect(await calls.trusted({}, context)).toEqual([])
  await documents.dispose()
})
