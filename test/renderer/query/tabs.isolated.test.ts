import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Tab, tabsDocument } from '#shared/documents/query.ts'
import type * as tabsStore from '../../../renderer/query/tabs/tabs-store.ts'
import { queryMessages } from '../../../renderer/query/messages.en.ts'
import { type DocumentCore, openCore } from '../../electron/workbench/documents/core.ts'
import { latePair } from '../../electron/workbench/documents/windows.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

type Window = typeof tabsStore

let folder: string
let core: DocumentCore

beforeEach(async () => {
  folder = await temporaryFolder()
  core = await openCore(folder)
})
afterEach(async () => {
  await core.stop()
})

/** A separate window with its own modules. `early` runs before it has loaded state from the core. */
async function openWindow(early: (window: Window) => void = () => undefined): Promise<Window> {
  vi.resetModules()
  const { registerMessages } = await import('../../../renderer/i18n/text.ts')
  registerMessages([{ en: queryMessages, zh: () => Promise.resolve({}) }])
  const { workbench } = await import('../../../renderer/app/workbench.ts')
  const window = await import('../../../renderer/query/tabs/tabs-store.ts')
  early(window)
  const [page, end] = latePair(() => 1)
  core.attach(end)
  workbench.attach(page)
  await window.loadTabs()
  return window
}

const texts = ({ useTabs }: Window): string[] => useTabs.getState().tabs.map(({ text }) => text)
const inFront = (window: Window): Tab => window.activeTab()

async function onDisk(): Promise<string[]> {
  await core.stop()
  const value: unknown = JSON.parse(await readFile(join(folder, 'documents', 'query', 'tabs.json'), 'utf8'))
  core = await openCore(folder)
  return tabsDocument.schema.parse(value)?.tabs.map(({ text }) => text) ?? []
}

/** What the windows show, once they agree. */
const shown =
  (...windows: readonly Window[]) =>
  (): string[] => [...new Set(windows.map((window) => texts(window).join(' | ')))]

describe('the tabs of two windows', () => {
  it('are those that either opened, each with what was written last; what is in front stays', async () => {
    const [one, two] = [await openWindow(), await openWindow()]
    one.openTab({ text: 'a' })
    await expect.poll(shown(one, two)).toEqual(['a'])
    two.openTab({ text: 'b' })
    await expect.poll(shown(one, two)).toEqual(['a | b'])
    expect([inFront(one).text, inFront(two).text]).toEqual(['a', 'b'])
    two.changeTab(inFront(two).id, { text: 'b, more' })
    one.changeTab(inFront(one).id, { text: 'a, more' })
    await expect.poll(shown(one, two)).toEqual(['a, more | b, more'])
    expect(await onDisk()).toEqual(['a, more', 'b, more'])
  })

  it('are closed for both, and reopened when either continues writing', async () => {
    const [one, two] = [await openWindow(), await openWindow()]
    for (const text of ['a', 'b']) one.openTab({ text })
    await expect.poll(shown(one, two)).toEqual(['a | b'])
    const { id } = inFront(one)
    two.selectTab(id)
    two.closeTab(id)
    one.changeTab(id, { text: 'b, more' })
    await expect.poll(shown(one, two)).toEqual(['a | b, more'])
    one.closeTab(id)
    await expect.poll(shown(one, two)).toEqual(['a'])
    expect(inFront(two).text).toBe('a')
    one.reopenTab()
    await expect.poll(shown(one, two)).toEqual(['a | b, more'])
  })

  it('are never none, whoever closes the last', async () => {
    const [one, two] = [await openWindow(), await openWindow()]
    for (const text of ['a', 'b']) one.openTab({ text })
    await expect.poll(shown(one, two)).toEqual(['a | b'])
    const [a, b] = one.useTabs.getState().tabs
    one.closeTab(a?.id ?? '')
    two.closeTab(b?.id ?? '')
    await expect.poll(shown(one, two)).toEqual([''])
  })

  it('that were opened before the stored ones were read stay, and stay active', async () => {
    const one = await openWindow()
    one.openTab({ text: 'kept' })
    await expect.poll(shown(await openWindow())).toEqual(['kept'])
    const two = await openWindow((window) => window.openTab({ text: 'early' }))
    expect(texts(two)).toEqual(['kept', 'early'])
    expect(inFront(two).text).toBe('early')
  })
})

it('a title says what the text says, or what was asked until another text is written; one that was chosen stays', async () => {
  const window = await openWindow()
  const titleAfter = (...texts: readonly string[]): string => {
    for (const text of texts) window.changeTab(inFront(window).id, { text })
    return inFront(window).title
  }
  window.openTab({ text: '.entity with(name=1)', title: 'What was asked' })
  expect(titleAfter('.entity with(name=1) | limit 2', '.entity with(name=2)')).toBe('What was asked')
  expect(titleAfter('.model | limit 3')).toBe('.model | limit 3')
  const long = '.entity with(name=1) | limit 20 | extend a=1, b=2, c=3, d=4, e=5'
  window.openTab({ text: '.entity with(name=1)', title: 'My link' })
  expect(titleAfter(long)).toBe('.entity with(name=1) | limi…')
  window.openTab({ text: '.entity | where a = 1 | limit 3', title: 'My link' })
  expect(titleAfter('.entity\n| where a = 1\n| limit 3')).toBe('My link')
  window.openTab({ text: '.topo\n| limit 1', title: 'What was asked' })
  expect(titleAfter('', '.topo\n| limit 1')).toBe('What was asked')
  expect(titleAfter('', '.model', '.model | limit 3')).toBe('.model | limit 3')
  expect(titleAfter('', '.entity')).toBe('.entity')
  window.changeTab(inFront(window).id, { title: 'Scratch' })
  expect(titleAfter('', '.topo')).toBe('Scratch')
})

it('a named query comes back to its tab only where all of it is the same', async () => {
  const window = await openWindow()
  const asked = { text: '.model', title: 'Logs', timeRange: { from: '2026-01-01T00:00:00Z' } }
  window.showTab(asked)
  const { id } = inFront(window)
  window.openTab({ text: '.other' })
  window.showTab(asked)
  expect(inFront(window).id).toBe(id)
  for (const other of [
    { ...asked, timeRange: { from: '2026-02-01T00:00:00Z' } },
    { ...asked, title: 'Errors' },
  ]) {
    window.showTab(other)
    expect(inFront(window)).toMatchObject(other)
    expect(inFront(window).id).not.toBe(id)
  }
})

it('a title of ours comes back to its tab in any language, and goes with a name that the user gives', async () => {
  const window = await openWindow()
  const called = { key: 'start.story.query' }
  window.showTab({ text: '.model', title: 'What changed?', called })
  const { id } = inFront(window)
  window.openTab({ text: '.other' })
  window.showTab({ text: '.model', title: '改了什么？', called })
  expect(inFront(window).id).toBe(id)
  window.changeTab(id, { title: 'Mine' })
  expect(inFront(window)).toMatchObject({ title: 'Mine' })
  expect(inFront(window).called).toBeUndefined()
  window.openTab({ text: '.model', title: 'What changed?', called })
  window.changeTab(inFront(window).id, { text: '.entity_set with(domain="a")' })
  expect(inFront(window).called).toBeUndefined()
})
