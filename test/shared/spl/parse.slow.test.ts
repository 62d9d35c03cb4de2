import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lintSpl } from '#shared/spl/index.ts'
import { completeSpl } from '#shared/spl/service/complete.ts'
import { parseFilter, FilterError } from '../../../electron/model-server/query/filter/filter.ts'
import { modelFactsOf } from '#shared/spl/service/model.ts'

/** `ORRERY_FUZZ_RUNS=1000000` runs the million inputs that the issue names. */
const runs = Number(process.env['ORRERY_FUZZ_RUNS'] ?? 4000)

const PIECES = [
  '.model',
  '.entity',
  '.topo',
  '.entity_set',
  '.runbook_set',
  ' | ',
  'with(',
  ')',
  '(',
  '[',
  ']',
  '{',
  '}',
  ',',
  '=',
  '!=',
  '=~',
  "'",
  '"',
  '`',
  '\\',
  'where ',
  'project ',
  'sort ',
  'limit ',
  'extend ',
  'stats ',
  'by ',
  'distinct',
  'graph-call ',
  'entity-call ',
  'graph-match ',
  'cypher(',
  'and',
  'or',
  'not',
  'in',
  'like',
  'is null',
  '$p',
  '--',
  '//',
  '\n',
  ' ',
  '5',
  '-1.5',
  'name',
  ':',
  ';',
  '\u0000',
  '名',
  '😀',
  '*',
  '+',
  '/',
  'count()',
  'as x',
] as const
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const facts = modelFactsOf([])

describe('any text', () => {
  it('is read or refused with a place inside it', () => {
    fc.assert(
      fc.property(text, (query) => {
        for (const { details, message } of lintSpl(query)) {
          expect(details.from).toBeGreaterThanOrEqual(0)
          expect(details.to).toBeGreaterThanOrEqual(details.from)
          expect(details.to).toBeLessThanOrEqual(query.length)
          expect(message).not.toBe('')
        }
      }),
      { numRuns: runs },
    )
  })

  it('can be completed at any place', () => {
    fc.assert(
      fc.property(text, fc.nat(200), (query, place) => {
        const position = Math.min(place, query.length)
        const { from } = completeSpl({ text: query, position, model: facts })
        expect(from).toBeLessThanOrEqual(position)
      }),
      { numRuns: runs / 4 },
    )
  })

  it('is a filter or a FilterError', () => {
    fc.assert(
      fc.property(text, (filter) => {
        try {
          parseFilter(filter)
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError)
        }
      }),
      { numRuns: runs },
    )
  })
})
