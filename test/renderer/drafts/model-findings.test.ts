import { describe, expect, it } from 'vitest'
import '../messages.ts'
import type { JsonObject } from '#shared/model/json.ts'
import { type DraftModel, modelFindings } from '../../../renderer/drafts/items/model-findings.ts'

const id = (digit: string): string => digit.repeat(32)

const model: DraftModel = {
  sets: [
    {
      domain: 'devops',
      name: 'devops.service',
      spec: { fields: [{ name: 'id' }, { name: 'status' }], primary_key_fields: ['id'] },
    },
    { domain: 'devops', name: 'devops.slo', spec: {} },
  ],
  links: [
    {
      name: 'devops.service_measured_by_devops.slo',
      spec: {
        src: { domain: 'devops', name: 'devops.service' },
        dest: { domain: 'devops', name: 'devops.slo' },
        entity_link_type: 'measured_by',
      },
    },
  ],
  entities: new Set([`devops/devops.service/${id('1')}`, `devops/devops.slo/${id('2')}`]),
}

const entity = (members: JsonObject): JsonObject => ({
  __domain__: 'devops',
  __entity_type__: 'devops.service',
  __first_observed_time__: 100,
  __last_observed_time__: 200,
  ...members,
})

const relation = (members: JsonObject): JsonObject => ({
  __src_domain__: 'devops',
  __src_entity_type__: 'devops.service',
  __src_entity_id__: id('1'),
  __relation_type__: 'measured_by',
  __dest_domain__: 'devops',
  __dest_entity_type__: 'devops.slo',
  __dest_entity_id__: id('2'),
  ...members,
})

const said = (type: 'entity' | 'relation', value: JsonObject, of: DraftModel = model): string[] =>
  modelFindings(type, value, of).map(({ path, message, severity }) => `${severity} ${path}: ${message}`)

describe('what the model speaks against', () => {
  it.each<[string, 'entity' | 'relation', JsonObject, string[]]>([
    ['an entity of the model', 'entity', entity({ id: 'a', status: 'b' }), []],
    [
      'a set that the model does not have',
      'entity',
      entity({ __entity_type__: 'devops.servce' }),
      [
        'warning __entity_type__: The model has no entity set devops/devops.servce. Did you mean devops.service?',
      ],
    ],
    [
      'a field that the set does not have',
      'entity',
      entity({ statuss: 'b' }),
      ['warning statuss: The entity set has no field statuss. Did you mean status?'],
    ],
    [
      'a new entity without its key',
      'entity',
      entity({ id: '', status: 'b', __method__: 'Create' }),
      ['error id: required'],
    ],
    ['a change of an entity that leaves its key alone', 'entity', entity({ __method__: 'Update' }), []],
    ['any field of a set without fields', 'entity', entity({ __entity_type__: 'devops.slo', a: 1 }), []],
    [
      'a last observation before the first',
      'entity',
      entity({ __last_observed_time__: '99' }),
      ['warning __last_observed_time__: This is before the first observation.'],
    ],
    ['a relation of the model', 'relation', relation({}), []],
    [
      'a type that the model does not have',
      'relation',
      relation({ __relation_type__: 'eats' }),
      ['warning __relation_type__: The model allows only measured_by between these two.'],
    ],
    [
      'ends of which the model has no link',
      'relation',
      relation({ __dest_entity_type__: 'devops.service', __dest_entity_id__: id('1') }),
      ['warning __relation_type__: The model allows no relation between these two in this direction.'],
    ],
    [
      'an end that does not exist',
      'relation',
      relation({ __dest_entity_id__: id('e') }),
      ['warning __dest_entity_id__: The server has no entity with this ID.'],
    ],
    ['an end that is not typed yet', 'relation', relation({ __dest_entity_id__: '' }), []],
  ])('%s', (_, type, value, findings) => {
    expect(said(type, value)).toEqual(findings)
  })

  it('says nothing of what was not read', () => {
    const unread = { sets: undefined, links: undefined, entities: undefined }
    expect(said('entity', entity({ __entity_type__: 'x', y: 1 }), unread)).toEqual([])
    expect(said('relation', relation({ __relation_type__: 'eats' }), unread)).toEqual([])
  })
})
