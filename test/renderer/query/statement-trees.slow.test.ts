import { EditorState, Text, type ChangeSpec, type RangeSet } from '@codemirror/state'
import type { Decoration } from '@codemirror/view'
import type { Tree } from '@lezer/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statementsOf } from '#shared/spl/service/statements.ts'
import { coloursAfter, coloursOf, spl, treeAt } from '../../../renderer/spl/language.ts'
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

/** The marks that overlap a part. */
function marksOf(marks: RangeSet<Decoration>, part: { from: number; to: number }): string[] {
  const found: string[] = []
  marks.between(part.from, part.to, (from, to, { spec }) => {
    const { class: name } = spec as { class: string }
    if (from < part.to && to > part.from) found.push(`${name} ${from}–${to}`)
  })
  return found
}

/** The lines that a window shows of a text. */
function shown(doc: Text, at: number, lines: number) {
  const first = (at % doc.lines) + 1
  return { from: doc.line(first).from, to: doc.line(Math.min(doc.lines, first + lines)).to }
}

describe('the colours of a part in view after edits', () => {
  it('are those of the same text read afresh', () => {
    const steps = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 6 })
    fc.assert(
      fc.property(script, steps, fc.nat(), fc.nat(12), (text, changed, at, lines) => {
        let state = EditorState.create({ doc: `${text}\n.model | limit 1`, extensions: spl })
        let part = shown(state.doc, at, lines)
        let colours = coloursOf(state, [part])
        for (const edits of changed) {
          const change = state.update({ changes: changesOf(state.doc, edits) })
          const next = {
            from: change.newDoc.lineAt(change.changes.mapPos(part.from, -1)).from,
            to: change.newDoc.lineAt(change.changes.mapPos(part.to, 1)).to,
          }
          colours = coloursAfter(colours, [part], change, [next])
          state = change.state
          part = next
          expect(marksOf(colours, part)).toEqual(marksOf(coloursOf(state, [part]), part))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('stay the same marks in statements that did not change', () => {
    const text = Array.from({ length: 40 }, (_, n) => `.model | where a = ${n} | limit 1`).join('\n')
    const state = EditorState.create({ doc: text, extensions: spl })
    const all = { from: 0, to: text.length }
    const change = state.update({ changes: { from: 9, insert: 'x' } })
    const before = coloursOf(state, [all])
    // Marks that nobody would make of this text: they stay where nothing is read again.
    const foreign = before.update({ filter: (from) => from < 200 })
    const after = coloursAfter(foreign, [all], change, [{ from: 0, to: text.length + 1 }])
    const fresh = marksOf(coloursOf(change.state, [all]), { from: 0, to: 201 })
    expect(marksOf(after, { from: 0, to: text.length + 1 })).toEqual(fresh)
  })
})

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
