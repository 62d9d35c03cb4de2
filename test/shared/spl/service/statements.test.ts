import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statementAt, statementsOf } from '#shared/spl/service/statements.ts'

describe('statements', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['only comments', '-- one\n// two\n', []],
    ['one', '.model | limit 1', ['.model | limit 1']],
    ['surrounding space', '\n  .model\n\n', ['.model']],
    ['a leading comment', '-- all\n.model', ['.model']],
    ['semicolons', '.model; .topo;', ['.model', '.topo']],
    ['sources at line starts', '.model\n| limit 1\n.topo', ['.model\n| limit 1', '.topo']],
    ['stages on lines', '.entity\n| where a = 1\n\n| limit 2', ['.entity\n| where a = 1\n\n| limit 2']],
    ['a semicolon in a string', ".model | where a = ';'", [".model | where a = ';'"]],
    ['a semicolon in a comment', '.model -- a;b\n| limit 1', ['.model -- a;b\n| limit 1']],
    ['an escaped quote', ".model | where a = 'x\\';' ; .topo", [".model | where a = 'x\\';'", '.topo']],
    [
      'doubled backticks',
      '.topo | graph-call cypher(`a``;b`); .model',
      ['.topo | graph-call cypher(`a``;b`)', '.model'],
    ],
    [
      'an unclosed quote',
      ".model | where a = 'x\n.topo | limit 1",
      [".model | where a = 'x", '.topo | limit 1'],
    ],
    ['an unknown source', '.modle\n.topo', ['.modle', '.topo']],
  ])('%s', (_, text, expected) => {
    expect(statementsOf(text).map((statement) => statement.text)).toEqual(expected)
  })

  it('lie in order, apart, inside the text', () => {
    const piece = fc.constantFrom('.model', '\n', ';', "'", '"', '`', '--', ' ', 'a', '|', '\\', '.topo | ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        let end = 0
        for (const statement of statementsOf(text)) {
          expect(statement.from).toBeGreaterThanOrEqual(end)
          expect(statement.text).toBe(text.slice(statement.from, statement.to))
          expect(statement.text.trim()).toBe(statement.text)
          expect(statement.text).not.toBe('')
          end = statement.to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it.each([
    [0, '.model'],
    [6, '.model'],
    [8, '.model'],
    [10, '.topo'],
    [99, '.topo'],
  ])('at %i is %s', (cursor, expected) => {
    expect(statementAt(statementsOf('.model\n\n\n.topo'), cursor)?.text).toBe(expected)
  })
})
