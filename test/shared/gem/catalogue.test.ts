import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { builtInCatalogue, builtInEntry } from '../../../shared/gem/catalogue/index.ts'
import { catalogueMarkdown } from '../../../shared/gem/catalogue/markdown.ts'

const FILE = fileURLToPath(new URL('../../../electron/sandbox-server/gem/CATALOGUE.md', import.meta.url))

test('CATALOGUE.md says what the catalogue says (else: npx vitest run -c test/vitest.config.ts test/shared/gem --update)', async () => {
  const options = await resolveConfig(FILE)
  const text = await format(catalogueMarkdown(builtInCatalogue), { ...options, parser: 'markdown' })
  await expect(text).toMatchFileSnapshot(FILE)
})

test('ids find their entries', () => {
  for (const entry of builtInCatalogue) expect(builtInEntry(entry.id)).toBe(entry)
  expect(builtInEntry('game:Nothing')).toBeUndefined()
})

test('a game that can never be won says why', () => {
  const hopeless = builtInCatalogue.filter(({ winnable }) => winnable === 'never')
  expect(hopeless.map(({ id }) => id)).toEqual(['game:Game2048-v0-hard', 'game:Game2048-v0-extreme-hard'])
  for (const { notes } of hopeless) expect(notes.join(' ')).toMatch(/cannot be reached/)
})
