import { expect, it } from 'vitest'
import type { JsonObject } from '#shared/model/json.ts'
import { testServer } from './server.ts'

it.each([
  ['primary_key_fields', ['nope'], ['primary_key_fields[0] no field of it is called nope']],
  ['name_fields', ['id', 'nmae'], ['name_fields[1] no field of it is called nmae; did you mean name?']],
  ['time_field', 'seen', ['time_field no field of it is called seen']],
  ['tag_fields', ['name', 'x1'], ['tag_fields[1] no field of it is called x1']],
  ['first_observed_time_field', '__first_observed_time__', []],
  ['ordered_fields', ['name', 'id'], []],
])('warns where %s %j names a field that the set does not have', async (member, value, expected) => {
  const fields = [
    { name: 'id', type: 'string' },
    { name: 'name', type: 'string' },
  ]
  const spec = { fields, [member]: value }
  const warnings = async (spec: JsonObject): Promise<string[]> => {
    const elements = [{ kind: 'entity_set', domain: 'd', name: 'd.x', spec }]
    const server = await testServer()
    const { output } = await server.tool('model_validate', { elements })
    const found = (output as { warnings?: { field: string; reason: string }[] }).warnings ?? []
    return found.map(({ field, reason }) => `${field.replace('elements[0].spec.', '')} ${reason}`)
  }
  expect(await warnings(spec)).toEqual(expected)
  expect(await warnings({ ...spec, dynamic: true })).toEqual([])
})
