import { expect, it } from 'vitest'
import { fillPlaces } from '../../../renderer/query/memory/templates.ts'

const examples = [
  ".entity_set with(domain='devops', name='devops.service', ids=['10000000000000000000000000000101']) | entity-call get_logs('devops', 'devops.log.service')",
  ".entity_set with(domain='devops', name='devops.service') | entity-call get_metrics('devops', 'devops.metric.service', 'request_count')",
]

it.each([
  [
    ".entity_set with(domain='<domain>', name='<entity set>', ids=['<id>'])",
    ".entity_set with(domain='devops', name='devops.service', ids=['10000000000000000000000000000101'])",
  ],
  ["get_logs('<domain>', '<log set>')", "get_logs('devops', 'devops.log.service')"],
  [
    "get_metrics('<domain>', '<metric set>', '<metric>')",
    "get_metrics('devops', 'devops.metric.service', 'request_count')",
  ],
  ['<something else>', '<something else>'],
  ['.model | where a < 5', '.model | where a < 5'],
])('%s is filled', (template, filled) => {
  expect(fillPlaces(template, examples)).toBe(filled)
})

it('keeps places that no example names', () => {
  expect(fillPlaces("'<domain>'", [])).toBe("'<domain>'")
})
