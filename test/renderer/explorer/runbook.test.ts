import { describe, expect, it } from 'vitest'
import { fieldsQuery, filled, readRunbook } from '../../../renderer/explorer/runbooks/runbook.ts'

const observation = (inputs: unknown, type = 'query') => ({
  name: 'load',
  display_name: { en_us: 'Load' },
  short_description: { en_us: 'How much is asked' },
  phenomenon: { phenomenon_type: type, inputs },
  conclusions: [{ condition: 'a > b', severity: 'critical', display_name: { en_us: 'Overloaded' } }],
})
const element = (spec: unknown) => ({
  name: 'ops',
  metadata: { display_name: { en_us: 'Operations' } },
  spec,
})
const evidenceIn = (...observations: unknown[]) =>
  readRunbook(element({ observations }), undefined).observations.map(({ evidence }) => evidence)

describe('a runbook', () => {
  it.each([
    ['a query', { query: ' .entity ' }, { kind: 'query', text: '.entity' }],
    ['a metric', { metric: 'latency' }, { kind: 'metric', metric: 'latency' }],
    ['fields with commas', { fields: 'a, b' }, { kind: 'fields', names: ['a', 'b'] }],
    ['fields in a list', { fields: ['a', 'b | limit 1'] }, { kind: 'fields', names: ['a'] }],
    ['nothing that is known', { depth: '2' }, undefined],
    ['nothing', undefined, undefined],
  ])('looks at %s', (_, inputs, evidence) => {
    expect(evidenceIn(observation(inputs))).toEqual([evidence])
  })

  it('asks nothing of what is no query', () => {
    expect(evidenceIn(observation({ query: '.entity' }, 'dashboard'))).toEqual([undefined])
  })

  it('has observations, and what is to be read', () => {
    const spec = {
      observations: [observation({ metric: 'x' })],
      knowledge: [{ name: 'k', display_name: { en_us: 'Know' }, content: 'Put it *back*.' }],
      skills: [
        { name: 's', description: { en_us: 'Walks' }, files: [{ content: 'One' }, { content: 'Two' }] },
      ],
    }
    const link = { spec: { token_replace: { service: '${display_name}', odd: 7 } } }
    const runbook = readRunbook(element(spec), link)
    expect(runbook).toMatchObject({
      title: 'Operations',
      observations: [
        {
          title: 'Load',
          about: 'How much is asked',
          conclusions: [{ title: 'Overloaded', condition: 'a > b' }],
        },
      ],
      knowledge: [{ title: 'Know', content: 'Put it *back*.' }],
      skills: [{ title: 's', about: 'Walks', content: 'One\n\nTwo' }],
      tokens: { service: '${display_name}', odd: '' },
    })
  })

  it.each([[undefined], ['text'], [{ spec: { observations: 'none', skills: [1, null] } }]])(
    'takes whatever a model holds: %j',
    (value) => {
      expect(readRunbook(value, value)).toMatchObject({ observations: [], knowledge: [], skills: [] })
    },
  )
})

describe('a query filled in', () => {
  const runbook = readRunbook({}, { spec: { token_replace: { service: 'svc ${display_name}' } } })
  const entity = { id: 'a1', display_name: "it's", count: 3 }

  it.each([
    ["ids=['${id}']", "ids=['a1']"],
    ["name='${service}'", "name='svc it\\'s'"],
    ['| limit ${count}', '| limit 3'],
    ["region='${region}'", "region='$region'"],
    ['where x = ${region}', 'where x = $region'],
    ['no $id here', 'no $id here'],
  ])('%s', (query, wanted) => {
    expect(filled(query, runbook, entity)).toBe(wanted)
  })

  it('shows fields of one entity', () => {
    expect(fieldsQuery("shop/shop.service/a'b", ['qps'])).toBe(
      ".entity with(domain='shop', name='shop.service', ids=['a\\'b'])\n| project display_name, qps",
    )
  })
})
