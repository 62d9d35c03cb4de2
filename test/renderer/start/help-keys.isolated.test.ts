import { expect, it, vi } from 'vitest'
import type { Command } from '../../../renderer/app/commands.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
await import('../messages.ts')
const { entriesOf, keyEntries } = await import('../../../renderer/start/help/entries.ts')

const command = (group: string, title: string, keys?: string): Command => ({
  id: `${group}.${title}.${keys}`,
  title,
  group,
  keys,
})

it('lists commands with keys by group, with all keys of one name in one entry', () => {
  const found = keyEntries([
    command('Explorer', 'Search', '/'),
    command('Query', 'Run', 'Ctrl+Enter'),
    command('Explorer', 'Fit', 'F'),
    command('Explorer', 'Search', 'Ctrl+F'),
    command('Query', 'Copy link'),
    command('Query', 'Search', 'Alt+S'),
  ])
  expect(found.map(({ group, title, form }) => [group, title, form])).toEqual([
    ['Explorer', 'Search', '/, Ctrl+F'],
    ['Explorer', 'Fit', 'F'],
    ['Query', 'Run', 'Ctrl+Enter'],
    ['Query', 'Search', 'Alt+S'],
  ])
})

it.each(['depends', 'dependency', 'dependencies', 'upstream', 'neighbour'])(
  'has words on %s',
  async (word) => {
    const entries = await entriesOf('words', [], new AbortController().signal)
    const found = entries.filter(({ title, words }) => `${title} ${words}`.toLowerCase().includes(word))
    expect(found.map(({ title }) => title)).toContain('Neighbour, dependency')
  },
)
