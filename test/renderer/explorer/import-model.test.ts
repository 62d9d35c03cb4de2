import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkedFiles, type ValidationReport } from '../../../renderer/explorer/exchange/import-model.ts'
import '../messages.ts'
import { elementsOfFiles, lineOf, readSteps } from '../../../renderer/explorer/exchange/read-files.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/model')
const filesOf = (name: string): { path: string; text: string }[] =>
  readdirSync(join(FIXTURES, name), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(FIXTURES, name, path), 'utf8') }))
const pack = filesOf('reference-pack')

const report = (errors: ValidationReport['errors'], warnings: ValidationReport['warnings'] = []) => ({
  valid: errors.length === 0,
  errors,
  warnings,
})

it('a whole published pack is read without a problem', () => {
  const { elements, problems } = elementsOfFiles(filesOf('published-pack'))
  expect([elements.length, problems]).toEqual([17, []])
})

it('a file that contains itself is named with its line, and the others are read', () => {
  const good = 'kind: entity_set\nmetadata: { name: a.b, domain: a }\nspec: {}\n'
  const cyclic = '&a\nkind: entity_set\nmetadata: { name: a.c }\nspec:\n  fields: *a\n'
  const { elements, problems } = elementsOfFiles([
    { path: 'good.yaml', text: good },
    { path: 'cyclic.yaml', text: cyclic },
  ])
  expect(elements.map(({ name }) => name)).toEqual(['a.b'])
  expect(problems).toEqual([
    { path: 'cyclic.yaml', line: 5, message: expect.stringContaining('*a') as string },
  ])
})

it('a file whose aliases stand for very much is refused in plain words', () => {
  const lists = Array.from({ length: 7 }, (_, depth) => {
    const items = Array.from({ length: 9 }, () => (depth === 0 ? 'x' : `*l${depth - 1}`))
    return `l${depth}: &l${depth} [${items.join(', ')}]`
  })
  const { elements, problems } = elementsOfFiles([
    { path: 'much.yaml', text: ['kind: entity_set', ...lists].join('\n') },
  ])
  expect(elements).toEqual([])
  expect(problems).toEqual([
    {
      path: 'much.yaml',
      // The list of lists, each written out.
      line: 8,
      message: 'Its aliases expand to more than a model can hold. Write the values out instead.',
    },
  ])
})

it('a heavy document keeps the elements of those beside it, and its own line', () => {
  const lists = Array.from(
    { length: 7 },
    (_, depth) =>
      `l${depth}: &l${depth} [${Array.from({ length: 9 }, () => (depth === 0 ? 'x' : `*l${depth - 1}`)).join()}]`,
  )
  const good = 'kind: entity_set\nmetadata: { name: shop.cart }'
  const { elements, problems } = elementsOfFiles([
    { path: 'two.yaml', text: [good, '---', 'kind: log_set', ...lists].join('\n') },
  ])
  expect(elements.map(({ name }) => name)).toEqual(['shop.cart'])
  expect(problems).toMatchObject([{ path: 'two.yaml', line: 11 }])
})

it('a picture that is called YAML is told as what it is', () => {
  const { problems } = elementsOfFiles([{ path: 'photo.yaml', text: '\u0089PNG\u0000\u0003' }])
  // There is no text to correct.
  expect(problems).toEqual([
    { path: 'photo.yaml', message: 'Not a text file, whatever its name says.', binary: true },
  ])
})

describe('a pack with a bad element and a torn file', () => {
  const read = elementsOfFiles(pack)
  const stage = read.elements.findIndex(({ name }) => name === 'delivery.stage')

  it('says of the torn file which line stops it', () => {
    expect(read.problems).toEqual([
      { path: 'links/torn.yaml', line: expect.any(Number) as number, message: expect.any(String) as string },
    ])
  })

  it('imports all but the bad one, which is named with file and line', () => {
    const pipeline = read.elements.findIndex(({ name }) => name === 'delivery.pipeline')
    const { good, errors, warnings } = checkedFiles(
      read,
      report(
        [{ field: `elements[${stage}].spec.fields[1].type`, reason: 'must be text' }],
        [
          { field: `elements[${stage}].spec.x`, reason: 'of a refused one' },
          { field: `elements[${pipeline}].spec.fields[2].type`, reason: 'long is read as integer' },
        ],
      ),
    )
    expect(good.map(({ name }) => name)).toEqual([
      'delivery.pipeline_makes_release',
      'delivery.pipeline',
      'delivery.release',
    ])
    expect(errors.at(-1)).toEqual({
      path: 'sets/stage.yaml',
      line: 10,
      message: 'spec.fields[1].type: must be text',
    })
    expect(warnings).toEqual([
      { path: 'sets/pipeline.yaml', line: 16, message: 'spec.fields[2].type: long is read as integer' },
    ])
  })

  it('names the members alone that are missing', () => {
    const nameless = elementsOfFiles([
      { path: 'a.yaml', text: 'kind: entity_set\nmetadata: { domain: a }\n' },
    ])
    const reason = 'kind, domain and name are required'
    const { errors } = checkedFiles(nameless, report([{ field: 'elements[0].kind/domain/name', reason }]))
    expect(errors).toEqual([{ path: 'a.yaml', line: 1, message: 'name: required' }])
  })

  it('imports nothing when a server refuses all of it', () => {
    expect(checkedFiles(read, report([{ field: 'model', reason: 'too large' }]))).toMatchObject({
      good: [],
      errors: [{}, { path: '', message: 'model: too large' }],
    })
  })
})

it.each([
  [
    'flat, in YAML',
    'm.yaml',
    'kind: entity_set\nname: a.b\nspec:\n  fields: []\n',
    [
      ['name', 2],
      ['spec.fields', 4],
      ['spec.nope', 4],
    ],
  ],
  [
    'authored',
    'm.yaml',
    'kind: entity_set\nmetadata:\n  name: a.b\n  domain: a\nspec:\n  fields:\n    - name: x\n',
    [
      ['name', 3],
      ['domain', 4],
      ['kind/domain/name', 1],
      ['spec.fields[0].type', 7],
      ['spec.fields[0].name', 7],
    ],
  ],
  [
    'in JSON',
    'm.json',
    '{"elements": [\n  {"kind": "entity_set",\n   "name": "a.b"}\n]}',
    [
      ['name', 3],
      ['spec', 2],
    ],
  ],
  [
    'the second document',
    'm.yaml',
    'x: 1\n---\nkind: log_set\nname: a.c\n',
    [
      ['name', 4],
      ['version', 3],
    ],
  ],
] as const)('%s, members are found in their lines', (_form, path, text, members) => {
  const [origin] = elementsOfFiles([{ path, text }]).origins
  expect(members.map(([member]) => [member, origin && lineOf(origin, member)])).toEqual(members)
})

it('many files are read in pauses, and after a correction only the corrected one again', () => {
  const files = Array.from({ length: 300 }, (_, place) => ({
    path: `${place}.yaml`,
    text: `kind: entity_set\nmetadata: { name: a.e${place} }\n`,
  }))
  let pauses = 0
  const steps = readSteps(files)
  for (let step = steps.next(); !step.done; step = steps.next()) pauses++
  expect(pauses).toBe(files.length)
  const corrected = { path: '7.yaml', text: 'kind: log_set\nmetadata: { name: a.other }\n' }
  const again = elementsOfFiles(files.map((file) => (file.path === '7.yaml' ? corrected : file)))
  const first = elementsOfFiles(files)
  expect(again.elements.filter((element, place) => element !== first.elements[place])).toEqual([
    expect.objectContaining({ kind: 'log_set', name: 'a.other' }),
  ])
})

describe('a file with a whole model', () => {
  const documentOf = (place: number): string =>
    `kind: log_set\nmetadata:\n  name: d.set_${place}\n  domain: d\n  description: |\n    ${'Long text. '.repeat(8)}\n    --- no marker\n`
  const documents = Array.from({ length: 3000 }, (_, place) => documentOf(place))
  const torn = documents.with(2000, 'kind: log_set\n  metadata: no\n')
  const file = { path: 'whole.yaml', text: torn.join('---\n') }
  const lineOfDocument = (place: number): number => 8 * place + 1

  it('is read in pauses, with what is wrong named by its line', () => {
    let pauses = 0
    const steps = readSteps([file])
    let step = steps.next()
    for (; !step.done; step = steps.next()) pauses++
    expect(pauses).toBeGreaterThan(4)
    const { elements, origins, problems } = step.value
    expect(elements).toHaveLength(2999)
    expect(problems).toMatchObject([{ path: 'whole.yaml', line: lineOfDocument(2000) }])
    const lineIn = (name: string): number | undefined => {
      const place = elements.findIndex((element) => element['name'] === name)
      const origin = origins[place]
      return origin && lineOf(origin, 'name')
    }
    expect(lineIn('d.set_1500')).toBe(lineOfDocument(1500) + 2)
    // The torn document is five lines shorter.
    expect(lineIn('d.set_2999')).toBe(lineOfDocument(2999) + 2 - 5)
  })

  it('holds the same as its documents one by one', () => {
    const alone = torn.map((text, place) => ({ path: `${place}.yaml`, text }))
    expect(elementsOfFiles([file]).elements).toEqual(elementsOfFiles(alone).elements)
  })
})
