import { expect, it } from 'vitest'
import type { JsonObject } from '#shared/model/json.ts'
import { testServer } from './server.ts'

async function warnings(kind: string, spec: JsonObject): Promise<string[]> {
  const elements = [{ kind, domain: 'd', name: 'd.x', spec }]
  const server = await testServer()
  const { output } = await server.tool('model_validate', { elements })
  const found = (output as { warnings?: { field: string; reason: string }[] }).warnings ?? []
  return found.map(({ field, reason }) => `${field.replace('elements[0].spec.', '')} ${reason}`)
}

it.each([
  ['primary_key_fields', ['nope'], ['primary_key_fields[0] no field of it is called nope']],
  ['name_fields', ['id', 'nmae'], ['name_fields[1] no field of it is called nmae; did you mean name?']],
  ['time_field', 'seen', ['time_field no field of it is called seen']],
  ['tag_fields', ['name', 'x1'], ['tag_fields[1] no field of it is called x1']],
  ['first_observed_time_field', '__first_observed_time__', []],
  ['ordered_fields', ['name', 'id'], []],
  ['id_generator', 'idd', ['id_generator no field of it is called idd; did you mean id?']],
  ['id_generator', 'id', []],
  ['id_generator', "concat(region, '/', host)", []],
])('warns where %s %j names a field that the set does not have', async (member, value, expected) => {
  const fields = [
    { name: 'id', type: 'string' },
    { name: 'name', type: 'string' },
  ]
  const spec = { fields, [member]: value }
  expect(await warnings('entity_set', spec)).toEqual(expected)
  expect(await warnings('entity_set', { ...spec, dynamic: true })).toEqual([])
})

it('warns where a metric names a label that its set does not have', async () => {
  const metrics = [{ name: 'requests', unit: 'reqps', labels: ['service', 'servce', 'pod'] }]
  const labels = { keys: [{ name: 'service', type: 'string' }] }
  expect(await warnings('metric_set', { labels, metrics })).toEqual([
    'metrics[0].labels[1] no field of it is called servce; did you mean service?',
    'metrics[0].labels[2] no field of it is called pod',
  ])
  expect(await warnings('metric_set', { labels: { ...labels, dynamic: true }, metrics })).toEqual([])
  expect(await warnings('metric_set', { metrics })).toEqual([])
})
