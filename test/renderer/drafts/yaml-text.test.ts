import '../messages.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeOf, stepsOf } from '../../../renderer/drafts/items/path.ts'
import { equalJson, parseYaml, rewriteYaml, toYaml } from '../../../renderer/drafts/items/yaml-text.ts'

const valueOf = (text: string): unknown => {
  const parsed = parseYaml(text)
  return parsed.ok ? parsed.value : parsed.problem
}

describe('reading', () => {
  it.each([
    ['a: 1', { a: 1 }],
    ['{"a": [true, null]}', { a: [true, null] }],
    ['a: 2024-01-01', { a: '2024-01-01' }],
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
  ])('%j', (text, value) => expect(valueOf(text)).toEqual(value))

  it.each([
    ['a: [1', { line: 1 }],
    ['a: 1\nb: [2', { line: 2 }],
    ['- 1', { message: 'Write one object here: names, each with a value.' }],
    ['', { message: 'Write one object here: names, each with a value.' }],
    [
      'a: 1\nid: [9007199254740993]',
      { line: 2, column: 6, from: 10, to: 26, message: expect.stringContaining('become 9007199254740992') },
    ],
  ])('%j is refused, with its place', (text, problem) => expect(valueOf(text)).toMatchObject(problem))

  it('refuses what contains itself, with its place', () => {
    expect(valueOf('a: &a\n  b: [1, *a]')).toMatchObject({ line: 2, column: 10, from: 15, to: 17 })
  })

  it('refuses aliases that multiply, at once', () => {
    const names = 'abcdefghij'.split('')
    const bomb = names.map((name, index) => {
      const before = names[index - 1]
      return `${name}: &${name} [${Array.from({ length: 10 }, () => (before ? `*${before}` : 'lol')).join(', ')}]`
    })
    expect(valueOf(bomb.join('\n'))).toMatchObject({ message: expect.stringMatching(/alias/i) as string })
  })
})

describe('writing a changed value back', () => {
  it.each([
    ['a comment stays', '# top\na: 1 # one\nb: 2\n', { a: 1, b: 3 }, '# top\na: 1 # one\nb: 3\n'],
    ['quotes stay', 'a: "x"\nb: y\n', { a: 'x', b: 'z' }, 'a: "x"\nb: z\n'],
    ['a member is added at the end', 'a: 1\n', { a: 1, b: { c: 2 } }, 'a: 1\nb:\n  c: 2\n'],
    ['a member is taken away', 'a: 1 # one\nb: 2\n', { b: 2 }, 'b: 2\n'],
    [
      'an item is taken out of the middle',
      'l:\n  - a # first\n  - b\n  - c # last\n',
      { l: ['a', 'c'] },
      'l:\n  - a # first\n  - c # last\n',
    ],
    ['a broken text is replaced', 'a: [', { a: 1 }, 'a: 1\n'],
    ['the same value leaves the text alone', 'a:   1', { a: 1 }, 'a:   1'],
  ])('%s', (_name, text, value, expected) => expect(rewriteYaml(text, value)).toBe(expected))

  it('says exactly the new value, whatever both are', () => {
    const json = fc.dictionary(
      fc.string(),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as never),
    )
    fc.assert(
      fc.property(json, json, (before, after) => {
        fc.pre(
          !('__proto__' in before && Object.hasOwn(before, '__proto__')) &&
            !Object.hasOwn(after, '__proto__'),
        )
        expect(equalJson(valueOf(rewriteYaml(toYaml(before), after)), after)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a path', () => {
  const text = 'spec:\n  fields:\n    - name: id\n      type: strin\n  fields_mapping:\n    a.b: c\n'
  const parsed = parseYaml(text)
  const at = (path: string): string => {
    if (!parsed.ok) return ''
    const { from, to } = rangeOf(parsed.doc, stepsOf(path, parsed.value))
    return text.slice(from, to)
  }
  it.each([
    ['spec.fields[0].type', ['spec', 'fields', 0, 'type'], 'strin'],
    ['spec.fields_mapping.a.b', ['spec', 'fields_mapping', 'a.b'], 'c'],
    ['spec.fields[0].unit', ['spec', 'fields', 0, 'unit'], 'name'],
    ['spec.fields[7]', ['spec', 'fields', 7], 'fields'],
    ['version', ['version'], 'spec'],
    ['', [], 'spec'],
  ])('%s leads to its place, or to what should hold it', (path, steps, shown) => {
    expect(stepsOf(path, parsed.ok ? parsed.value : {})).toEqual(steps)
    expect(at(path)).toBe(shown)
  })
})
