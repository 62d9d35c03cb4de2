import { expect, it } from 'vitest'
import { relationTypeOf } from '#shared/model/link.ts'

const ends = {
  src: { domain: 'devops', kind: 'entity_set', name: 'devops.release_set' },
  dest: { domain: 'k8s', kind: 'entity_set', name: 'k8s.work_load' },
}

it.each([
  ['x', 'entity_set_link', { entity_link_type: 'calls', type: 'other' }, 'calls'],
  ['x', 'entity_set_link', { relation_type: 'owns' }, 'owns'],
  ['x', 'data_link', { data_link_type: 'produce' }, 'produce'],
  ['x', 'storage_link', {}, 'storage'],
  ['devops.service_runs_workload', 'entity_set_link', {}, 'runs'],
  ['devops.release_set_is_part_of_k8s.work_load', 'entity_set_link', ends, 'is_part_of'],
  ['x', 'entity_set_link', {}, 'related_to'],
])('the relation type of %s, a %s with %j, is %s', (name, kind, spec, type) => {
  expect(relationTypeOf({ kind, domain: '', name, spec })).toBe(type)
})
