import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { statementBefore } from '../../../renderer/spl/visible-statements.ts'

it.each([
  ['.entity w¦', '.entity w'],
  ['.entity | where ¦', '.entity | where '],
  ['.model | limit 1;\n.topo | li¦', '.topo | li'],
  ['.model | limit 1\n.to¦', '.to'],
  ['.model | limit 1\n.¦', '.'],
  ['.model | limit 1;¦', ''],
  ['.model\n| lim¦\n.topo', '.model\n| lim'],
  ['-- note\n.model ¦', '.model '],
  ['.model\n\n  ¦', '.model\n\n  '],
  ['¦', ''],
  ['-- note¦', '-- note'],
  ['.model; -- note¦', ' -- note'],
])('the statement at the cursor of %j is %j', (marked, expected) => {
  const at = marked.indexOf('¦')
  const state = EditorState.create({ doc: marked.replace('¦', '') })
  expect(statementBefore(state, at).text).toBe(expected)
})
