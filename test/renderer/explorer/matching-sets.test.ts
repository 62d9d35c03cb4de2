import { expect, it } from 'vitest'
import { matchingSets } from '../../../renderer/explorer/topology/matching-sets.ts'

const sets = [
  { name: 'billing.service_invoice', label: 'Service invoice' },
  { name: 'devops.microservice', label: 'Small service' },
  { name: 'devops.service', label: 'Service' },
  { name: 'game.guild', label: 'Players’ union' },
]

it.each([
  ['', ['game.guild', 'devops.service', 'devops.microservice', 'billing.service_invoice']],
  ['Serv', ['devops.service', 'billing.service_invoice', 'devops.microservice']],
  ['devops', ['devops.service', 'devops.microservice']],
  [' UNION ', ['game.guild']],
  ['invoice', ['billing.service_invoice']],
  ['nowhere', []],
])('the sets for %j', (query, names) => {
  expect(matchingSets(sets, query).map(({ name }) => name)).toEqual(names)
})
