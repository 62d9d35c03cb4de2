import { describe, expect, it } from 'vitest'
import { bundleOf, cleanFolder, queriesOfFile } from '../../../renderer/query/memory/saved.ts'

const query = { name: 'Hot', folder: 'a/b', description: 'd', text: '.model', parameters: { q: '1' } }

describe('files of queries', () => {
  it('come back as they went, without ids', () => {
    expect(queriesOfFile('x.json', bundleOf([{ id: '1', ...query }]))).toEqual([query])
  })

  it('may be plain SPL', () => {
    expect(queriesOfFile('hot services.spl', '.entity')).toMatchObject([
      { name: 'hot services', text: '.entity' },
    ])
  })

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"format":"other"}'],
    ['a query without a name', '{"format":"orrery-queries","version":1,"queries":[{"text":"x"}]}'],
  ])('%s is refused by name', (_, text) => {
    expect(() => queriesOfFile('bad.json', text)).toThrow('bad.json')
  })
})

it.each([
  ['/a// b /', 'a/b'],
  ['', ''],
])('folder %j becomes %j', (folder, clean) => {
  expect(cleanFolder(folder)).toBe(clean)
})
