import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RegularExpressionError, compileRegularExpression } from '#shared/spl/regular-expression.ts'

/** Inputs per property; `ORRERY_FUZZ_RUNS=1000000` for the long run. */
const numRuns = Number(process.env['ORRERY_FUZZ_RUNS'] ?? 3_000)

describe('regular expressions', () => {
  const cases: readonly [pattern: string, matching: string[], failing: string[]][] = [
    ['abc', ['abc'], ['ab', 'abcd', 'xabc', 'ABC']],
    ['', [''], ['a']],
    ['a*', ['', 'a', 'aaa'], ['b', 'ab']],
    ['a+b?', ['a', 'aab'], ['', 'b', 'abb']],
    ['(ab|c)+', ['ab', 'cab', 'abab'], ['', 'a']],
    ['(?:ab){2,3}', ['abab', 'ababab'], ['ab', 'abababab']],
    ['a{2}', ['aa'], ['a', 'aaa']],
    ['a{2,}', ['aa', 'aaaa'], ['a']],
    ['[a-c]x[^a-c]', ['axd', 'bx1'], ['axa', 'dxd']],
    ['[\\]\\-]+', [']', '-]'], ['a']],
    ['\\d+\\.\\d*', ['1.', '12.5'], ['.5', '1']],
    ['\\w\\s\\S', ['a b'], ['a  ', 'ab']],
    ['.', ['a', '😀'], ['', '\n', 'ab']],
    ['(?s).', ['\n'], ['']],
    ['(?i)größe', ['GRÖSSE'.replace('SS', 'ß'), 'Größe'], ['groesse']],
    ['^a$', ['a'], ['', 'aa']],
    ['.*\\bcat\\b.*', ['a cat!', 'cat'], ['concat', 'cats']],
    ['\\p{Lu}\\p{Ll}+', ['Ärger'], ['ärger']],
    ['(?<year>\\d{4})', ['2026'], ['26']],
    ['a|', ['a', ''], ['b']],
    ['()*', [''], ['a']],
    ['a*?b+?', ['b', 'aabb'], ['a']],
  ]
  it.each(cases)('%j', (pattern, matching, failing) => {
    const test = compileRegularExpression(pattern)
    expect(matching.filter((text) => !test(text))).toEqual([])
    expect(failing.filter(test)).toEqual([])
  })

  it.each([
    '(',
    ')',
    '[',
    '*',
    'a**b(',
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    'a{3,2}',
    '\\',
    '(?<n>a)\\k<n>',
    '(((a{1000}){1000}){1000})',
  ])('refuses %j', (pattern) => {
    expect(() => compileRegularExpression(pattern)).toThrow(RegularExpressionError)
  })

  it('agrees with JavaScript on every pattern both can read', () => {
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', 'ab', '^', '$', '\\b', ''),
        fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
        fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(${left}|${right})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}'))
          .map(([inner, times]) => `(?:${inner})${times}`),
      ),
    }))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        const expected = new RegExp(`^(?:${source})$`, 'u').test(subject)
        expect(compileRegularExpression(source)(subject)).toBe(expected)
      }),
      { numRuns },
    )
  })

  it('never crashes on any pattern', () => {
    const part = fc.constantFrom(...'ab()[]{}*+?|\\.^$-,0123:=!<>nkdwpu😀'.split(''))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        try {
          compileRegularExpression(parts.join(''))('ab12')
        } catch (error) {
          if (!(error instanceof RegularExpressionError)) throw error
        }
      }),
      { numRuns },
    )
  })

  it.each(['(a+)+b', '(a|a)*b', '(a*)*b', 'a*a*a*a*a*a*b', '((a{0,30}){0,30})b'])(
    'answers %j on a long text without backtracking',
    (pattern) => {
      expect(compileRegularExpression(pattern)('a'.repeat(2_000))).toBe(false)
    },
  )
})
