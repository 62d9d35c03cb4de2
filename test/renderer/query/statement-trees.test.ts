import { EditorState, Text, type ChangeSpec } from '@codemirror/state'
import type { Tree } from '@lezer/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statementsOf } from '#shared/spl/service/statements.ts'
import { spl, treeAt } from '../../../renderer/spl/language.ts'
import { statementsNear } from '../../../renderer/spl/visible-statements.ts'

const pieces = fc.constantFrom(
  '.model',
  '\n',
  '\n.topo | ',
  '\n  .entity with(',
  ';',
  "'",
  '"',
  '`',
  ' -- note',
  '//',
  ' | where a = 1',
  " in ['x', 'y']",
  '| graph-call cypher(`MATCH (n) RETURN n`)',
  ')',
  ' ',
)
const LONG = Array.from({ length: 80 }, (_, n) => `  'value-${n}'`).join(',\n')
const script = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''))
const edit = fc.record({ at: fc.nat(), remove: fc.nat(40), insert: script })

function changesOf(doc: Text, edits: readonly { at: number; remove: number; insert: string }[]) {
  let end = 0
  return edits
    .map(({ at, remove, insert }) => ({ from: at % (doc.length + 1), remove, insert }))
    .sort((a, b) => a.from - b.from)
    .flatMap(({ from, remove, insert }): ChangeSpec[] => {
      if (from < end) return []
      const to = Math.min(doc.length, from + remove)
      end = to + 1
      return [{ from, to, insert }]
    })
}

/** Every node of a tree with its range, including nested languages. */
function nodesOf(tree: Tree): string[] {
  const nodes: string[] = []
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from}–${to}`) })
  return nodes
}

describe('what the editor knows of its text after edits', () => {
  it('is what it would know of the same text read afresh', () => {
    const start = fc.oneof(
      script,
      script.map((text) => `.entity | where a in [\n${LONG}\n]\n${text}`),
    )
    fc.assert(
      fc.property(
        start,
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        (text, steps) => {
          let state = EditorState.create({ doc: text, extensions: spl })
          for (const edits of [[], ...steps]) {
            state = state.update({ changes: changesOf(state.doc, edits) }).state
            const { doc } = state
            const all = statementsNear(doc, 0, doc.length)
            expect(all).toEqual(statementsOf(doc.toString()))
            for (const statement of all) {
              const fresh = treeAt(EditorState.create({ doc }), statement)
              expect(nodesOf(treeAt(state, statement))).toEqual(nodesOf(fresh))
            }
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('are the statements of a part, and no others', () => {
    fc.assert(
      fc.property(script, fc.nat(), fc.nat(), (text, a, b) => {
        const doc = Text.of(text.split('\n'))
        const [from = 0, to = 0] = [a % (doc.length + 1), b % (doc.length + 1)].sort((x, y) => x - y)
        const touching = statementsOf(text).filter((each) => each.from <= to && each.to >= from)
        expect(statementsNear(doc, from, to)).toEqual(touching)
      }),
    )
  })
})
