import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { briefQuery } from '../../../renderer/query/memory/brief-query.ts'
import { short } from '../../../renderer/query/results/chart/chart-view.tsx'

const ID = '10000000000000000000000000000101'

describe('a query in a list', () => {
  it.each([
    ['.model | limit 5', '.model | limit 5'],
    ['.model\n  | limit 5', '.model | limit 5'],
    [`.entity with(ids=['${ID}'])`, ".entity with(ids=['100000…000101'])"],
    [`{__entity_id__: "${ID}"}`, '{__entity_id__: "100000…000101"}'],
    ["where name = 'payment-gateway'", "where name = 'payment-gateway'"],
    [
      "where text = 'a sentence is not shortened at all'",
      "where text = 'a sentence is not shortened at all'",
    ],
  ])('%j reads %j', (query, brief) => expect(briefQuery(query)).toBe(brief))

  it('keeps everything outside of quotes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z|(),.=\d]{0,60}$/), (query) => {
        expect(briefQuery(query)).toBe(query)
      }),
    )
  })
})

it.each([
  ['devops', 'devops'],
  ['devops/devops.service/1', 'devo…service/1'],
  ['devops/devops.service/2', 'devo…service/2'],
])('the label %s of an axis reads %s', (label, expected) => expect(short(label)).toBe(expected))
