import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parser } from '#shared/spl/editor/generated/script.ts'
import { statementsOf } from '#shared/spl/editor/statements.ts'

function treeStatements(text: string): { from: number; to: number }[] {
  const out: { from: number; to: number }[] = []
  parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Statement') out.push({ from, to })
    },
  })
  return out
}

it('the editor’s grammar finds the statements where the scanner does', () => {
  const piece = fc.constantFrom(
    '.model',
    '\n',
    '\n',
    ';',
    "'",
    '"',
    '`',
    '--',
    ' ',
    'a',
    '|',
    '.topo | ',
    '\n.entity ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      expect(treeStatements(text).map(({ from }) => from)).toEqual(statementsOf(text).map(({ from }) => from))
    }),
    { numRuns: 500 },
  )
})
