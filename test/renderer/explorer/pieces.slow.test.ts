import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import '../messages.ts'
import { elementsOfFiles, lineOf, readSteps } from '../../../renderer/explorer/exchange/read-files.ts'

const elements = Array.from({ length: 600 }, (_, place) => ({
  kind: 'entity_set',
  metadata: { name: `d.e${place}`, domain: 'd' },
  spec: { note: place % 3 === 0 ? 'two\n- lines, [all] "quoted"' : `{${place}}`, fields: [{ name: 'id' }] },
}))
const json = (value: unknown): string => JSON.stringify(value, undefined, 2)

/** Line, from 1, where the name of an element stands. */
const written = (text: string, name: string): number =>
  text.slice(0, text.search(new RegExp(`name"?: "?${name}"?\\b`))).split('\n').length

it.each([
  ['a list in JSON', 'list.json', json(elements)],
  ['a list in JSON without line ends', 'line.json', JSON.stringify(elements)],
  ['elements in JSON', 'bundle.json', json({ version: 1, elements, of: ['a', { b: [] }] })],
  ['a list in YAML', 'list.yaml', `# Ours\n${stringify(elements)}`],
  ['a list in YAML that is indented', 'indented.yaml', stringify(elements).replaceAll(/^/gm, '  ')],
  ['elements in YAML', 'bundle.yaml', `elements:\n${stringify(elements)}`],
])('%s is read in pauses, and every member is found in its line', (_form, path, text) => {
  const file = { path, text }
  let pauses = 0
  const steps = readSteps([file])
  let step = steps.next()
  for (; !step.done; step = steps.next()) pauses++
  const { elements: found, origins, problems } = step.value
  expect(problems).toEqual([])
  expect(found.map(({ spec }) => spec)).toEqual(elements.map(({ spec }) => spec))
  expect(pauses).toBeGreaterThan(3)
  for (const place of [0, 1, 299, 300, 599]) {
    const origin = origins[place]
    expect(origin && lineOf(origin, 'name')).toBe(written(text, `d.e${place}`))
  }
})

it.each([
  [
    'a name that is given twice',
    'twice.json',
    json(elements).replace('"kind"', '"kind": "log_set", "kind"'),
    /unique|twice/i,
  ],
  [
    'an integer beyond what is exact',
    'long.json',
    json([...elements, { kind: 'a', n: 1 }]).replace('"n": 1', '"n": 12345678901234567891'),
    /12345678901234567891/,
  ],
  ['a comma that is missing', 'torn.json', json(elements).replace('"entity_set",', '"entity_set"'), /./],
  ['words behind the list', 'behind.json', `${json(elements)} more`, /./],
])('%s is said as of any other file', (_what, path, text, said) => {
  const { problems } = elementsOfFiles([{ path, text }])
  expect(problems).toHaveLength(1)
  expect(problems[0]?.message).toMatch(said)
})

it('an item that stands for another is read with it', () => {
  const text = `- &first\n  kind: log_set\n  metadata: { name: d.first }\n${stringify(elements)}- *first\n`
  const found = elementsOfFiles([{ path: 'alias.yaml', text }]).elements
  expect([found.length, found.at(-1)?.['name']]).toEqual([602, 'd.first'])
})
