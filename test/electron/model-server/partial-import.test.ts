import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isJsonObject } from '#shared/model/json.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { testServer } from './server.ts'

/** A published pack: field types of other systems, one invalid element, one file that is not YAML. */
const PACK = join(import.meta.dirname, '../../fixtures/model/reference-pack')

/** A whole pack in the shape of published ones: five sets, and twelve links, seven of them to sets that are elsewhere. */
const WHOLE = join(import.meta.dirname, '../../fixtures/model/published-pack')

const outputOf = (answer: unknown): Record<string, unknown> => {
  if (!isJsonObject(answer) || !isJsonObject(answer['output'])) throw new Error(JSON.stringify(answer))
  return answer['output']
}

it('an import that may be partial takes what is good, and names each bad file with its reason', async () => {
  const server = await testServer({ importRoot: PACK })
  const output = outputOf(await server.tool('model_import', { path: PACK, partial_success: true }))
  expect(output).toMatchObject({ accepted: 3, failed: 2, skipped: 0 })
  const bad = (output['items'] as { ok: boolean; message: string; details: object }[]).filter(({ ok }) => !ok)
  expect(bad).toMatchObject([
    {
      id: 'delivery/delivery.stage/entity_set',
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(/^sets\/stage\.yaml: elements\[3\]\.spec\.fields\[1\]\.type must/),
      details: { path: join('sets', 'stage.yaml'), errors: [{ field: 'elements[3].spec.fields[1].type' }] },
    },
    {
      id: '',
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('torn.yaml cannot be imported: '),
      details: { path: join('links', 'torn.yaml') },
    },
  ])
  expect(await server.rows('.model | sort name | project name')).toEqual([
    { name: 'delivery.pipeline' },
    { name: 'delivery.pipeline_makes_release' },
    { name: 'delivery.release' },
  ])
})

it('without that a bad element stops all, and each error names its file', async () => {
  const server = await testServer({ importRoot: PACK })
  expect(await server.tool('model_import', { path: join(PACK, 'sets') })).toMatchObject({
    code: 'VALIDATION_FAILED',
    error: expect.stringMatching(/^stage\.yaml is refused: .*partial_success imports the others\.$/),
    details: {
      path: 'stage.yaml',
      errors: [{ path: 'stage.yaml', field: 'elements[2].spec.fields[1].type' }],
    },
  })
  expect(await server.rows('.model')).toEqual([])
})

it('a file that cannot be read stops all as well, and hides no error of the others', async () => {
  const server = await testServer({ importRoot: PACK })
  expect(await server.tool('model_import', { path: PACK })).toMatchObject({
    code: 'VALIDATION_FAILED',
    error: expect.stringMatching(/torn\.yaml cannot be imported: .*partial_success imports the others\.$/),
    details: {
      path: join('links', 'torn.yaml'),
      additional_errors: 1,
      errors: [
        { path: join('links', 'torn.yaml'), reason: expect.stringContaining('torn.yaml') },
        { path: join('sets', 'stage.yaml'), field: expect.stringContaining('.spec.fields[1].type') },
      ],
    },
  })
})

it.each([
  ['long', 'long is read as integer'],
  ['timestamp', 'timestamp is read as time'],
  [
    'varbinary',
    'varbinary is not one of string, integer, float, boolean, time, json_object, json_array; it is kept as it is',
  ],
  ['constructor', expect.stringContaining('constructor is not one of')],
])('a field of type %s is imported with a warning, as it is written', async (type, reason) => {
  const server = await testServer()
  const element = { kind: 'entity_set', domain: 'd', name: 'd.a', spec: { fields: [{ name: 'x', type }] } }
  expect(outputOf(await server.tool('model_import', { elements: [element] }))).toMatchObject({
    accepted: 1,
    warnings: [{ field: 'elements[0].spec.fields[0].type', reason }],
  })
  expect(await server.rows('.model')).toMatchObject([{ spec: element.spec }])
})

it('elements that are none, and their neighbours, keep their places', async () => {
  const server = await testServer()
  const good = {
    kind: 'entity_set',
    domain: 'd',
    name: 'd.a',
    spec: { fields: [{ name: 'x', type: 'long' }] },
  }
  const output = outputOf(
    await server.tool('model_import', { elements: [7, good, { kind: 'nope' }], partial_success: true }),
  )
  expect(output).toMatchObject({
    accepted: 1,
    failed: 2,
    items: [{ ok: false }, { ok: true, id: 'd/d.a/entity_set' }, { ok: false }],
    warnings: [{ field: 'elements[1].spec.fields[0].type' }],
  })
})

it('a whole published pack is imported with warnings only', async () => {
  const server = await testServer({ importRoot: WHOLE })
  const output = outputOf(await server.tool('model_import', { path: WHOLE }))
  expect(output).toMatchObject({ accepted: 17, failed: 0, skipped: 0 })
  const warnings = output['warnings'] as { reason: string }[]
  expect([...new Set(warnings.map(({ reason }) => reason))].sort()).toEqual([
    'long is read as integer',
    'not defined by the schema of this kind',
    'there is no entity_set cluster/cluster.daemonset',
    'there is no entity_set cluster/cluster.deployment',
    'there is no entity_set cluster/cluster.pod',
    'there is no entity_set cluster/cluster.statefulset',
    'there is no entity_set tracing/tracing.service',
    'timestamp is read as time',
  ])
  expect(await server.rows('.model | stats count(*) as n by kind | sort kind')).toEqual([
    { kind: 'entity_set', n: 5 },
    { kind: 'entity_set_link', n: 12 },
  ])
})

it('a file that contains itself is refused with its place, and no other with it', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'a.yaml'), 'kind: entity_set\nname: d.a\ndomain: d\nspec: {}\n')
  await writeFile(join(folder, 'b.yaml'), '&a\nkind: entity_set\nname: d.b\ndomain: d\nspec: { x: *a }\n')
  const server = await testServer({ importRoot: folder })
  expect(outputOf(await server.tool('model_import', { path: folder, partial_success: true }))).toMatchObject({
    accepted: 1,
    failed: 1,
    items: expect.arrayContaining([
      expect.objectContaining({
        ok: false,
        message: expect.stringMatching(
          /b\.yaml cannot be imported: The alias \*a refers to itself at line 5, column 12/,
        ),
      }),
    ]),
  })
})
