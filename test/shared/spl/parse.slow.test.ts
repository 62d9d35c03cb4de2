import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SOURCES } from '#shared/spl/ast.ts'
import { begins } from '#shared/spl/expected.ts'
import { completeSpl, continuations } from '#shared/spl/service/complete.ts'
import { modelFactsOf } from '#shared/spl/service/model.ts'
import { parseFilter, FilterError } from '../../../electron/model-server/query/filter/filter.ts'
import { refusalOf } from './refusal.ts'
import { model } from './service/model.ts'

/** `ORRERY_FUZZ_RUNS=1000000` runs a million inputs. */
const runs = Number(process.env['ORRERY_FUZZ_RUNS'] ?? 4000)

/** Pieces that often make the beginning of a query. */
const STEPS = [
  ' | ',
  'where ',
  'project ',
  'sort ',
  'limit ',
  'extend ',
  'stats ',
  ' by ',
  'distinct ',
  ' as ',
  'desc',
  'with(',
  'graph-call ',
  'entity-call ',
  'getNeighborNodes(',
  'getDirectRelations([(:',
  'get_logs(',
  'list_data_set(',
  'count(',
  'upper(',
  'contains(',
  '(',
  ')',
  '[',
  ']',
  ', ',
  '=',
  ' = ',
  ' != ',
  ' !~ ',
  "'",
  '"',
  '`',
  ' and ',
  ' or ',
  'not ',
  ' in ',
  ' like ',
  ' is ',
  'null',
  '$p',
  ' ',
  '5',
  'a',
  'name',
  'domain',
  'status',
  'kind',
]

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
        const { details, message } = refusalOf(query) ?? {}
        if (!details) return
        expect(details.from).toBeGreaterThanOrEqual(0)
        expect(details.to).toBeGreaterThanOrEqual(details.from)
        expect(details.to).toBeLessThanOrEqual(query.length)
        expect(message).not.toBe('')
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

  it('is never led astray: with any completion, the beginning of a query is one still', () => {
    const beginning = fc
      .tuple(fc.constantFrom(...SOURCES), fc.array(fc.constantFrom(...STEPS), { maxLength: 9 }))
      .map(([source, steps]) => `${source} ${steps.join('')}`)
    fc.assert(
      fc.property(beginning, (query) => {
        fc.pre(begins(query))
        for (const whole of continuations(query, model)) expect([whole, begins(whole)]).toEqual([whole, true])
      }),
      { numRuns: runs / 4, examples: [['.model entity-call get_logs([']] },
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
