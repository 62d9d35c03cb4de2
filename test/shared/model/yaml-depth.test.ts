import { Parser } from 'yaml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_YAML_LEVELS, tooDeepAt } from '#shared/model/yaml-depth.ts'

const MANY = 100_000

describe('a text is too deep with', () => {
  it.each([
    ['brackets', '['.repeat(MANY) + ']'.repeat(MANY), 1],
    ['objects', '{"a":'.repeat(MANY) + '1' + '}'.repeat(MANY), 1],
    ['brackets closed in texts alone', '{"]}": [ "]" , '.repeat(MANY), 1],
    ['dashes', `${'- '.repeat(MANY)}a`, 1],
    ['question marks', `${'? '.repeat(MANY)}a`, 1],
    [
      'ever more indentation',
      Array.from({ length: 400 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
      200,
    ],
  ])('%s', (_, text, line) => expect(tooDeepAt(text)).toBe(line))
})

describe('a text is not too deep with', () => {
  it.each([
    ['nothing', ''],
    [
      'many objects beside each other',
      JSON.stringify(Array.from({ length: 5000 }, () => ({ a: [{ b: 1 }] }))),
    ],
    ['brackets in a text', `a: "${'['.repeat(MANY)}"`],
    ['dashes in a text', `a: |\n  ${'- '.repeat(MANY)}`],
    ['a level less than the most', '['.repeat(MAX_YAML_LEVELS - 2) + ']'.repeat(MAX_YAML_LEVELS - 2)],
  ])('%s', (_, text) => expect(tooDeepAt(text)).toBeUndefined())
})

it('no text is deeper than it says', () => {
  const part = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    '- ',
    '? ',
    ': ',
    'a',
    '"',
    "'",
    '\n',
    ' ',
    '&x ',
    '*x',
    '|',
    '#',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 900 }), fc.integer({ min: 1, max: 300 }), (parts, times) => {
      const text = parts.slice(0, 6).join('').repeat(times) + parts.join('')
      if (tooDeepAt(text) !== undefined) return
      const parser = new Parser()
      for (const token of parser.parse(text)) {
        void token
        expect(parser.stack.length).toBeLessThanOrEqual(MAX_YAML_LEVELS)
      }
    }),
    { numRuns: 300 },
  )
})
