import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { hoverIn, signatureIn } from '../../../renderer/spl/documentation.ts'
import { useVocabulary } from '../../../renderer/spl/vocabulary.ts'

useVocabulary.setState({
  elements: [{ kind: 'entity_set', domain: 'devops', name: 'devops.service', title: 'Service' }],
})

/** Removes the cursor mark `¦` and returns its offset. */
function marked(text: string): [string, number] {
  return [text.replace('¦', ''), text.indexOf('¦')]
}

describe('hovering', () => {
  it.each<[string, string | undefined]>([
    ['.ent¦ity | limit 1', '.entity'],
    ['.entity | lim¦it 1', 'limit'],
    [".entity with(na¦me='x')", 'name'],
    [".entity with(name='devops.ser¦vice')", 'Service'],
    ['.entity_set | entity-call get_l¦ogs()', 'get_logs'],
    ['.entity | stats av¦g(a)', 'avg'],
    ['.entity | extend a = upp¦er(b)', 'upper'],
    ['.entity | where a =~¦ b', '=~'],
    ['.entity | where a !~¦ b', '!~'],
    ['.entity | where a not li¦ke b', 'not like'],
    ['.entity | where a i¦s null', 'is null'],
    [".entity | where con¦tains(a, 'b')", 'contains'],
    ['.entity with(embedding_mo¦del=a)', 'embedding_model'],
    ['.model | where ki¦nd = 1', 'kind'],
    ['.model | where nothi¦ng = 1', undefined],
    ['.model | limit 1\n.to¦po', '.topo'],
  ])('over %s says %s', (text, title) => {
    const [plain, at] = marked(text)
    expect(hoverIn(EditorState.create({ doc: plain }), at)?.hover.title).toBe(title)
  })
})

describe('signature help', () => {
  it.each<[string, string | undefined, number | undefined]>([
    [".entity_set | entity-call get_logs('d', ¦", 'get_logs', 1],
    [".entity_set | entity-call get_logs('d', 'n', query='¦'", 'get_logs', 2],
    ['.topo | graph-call getNeighborNodes(¦', 'getNeighborNodes', 0],
    ['.entity | stats sum(¦', 'sum', 0],
    ['.entity | extend a = substr(b, 1, ¦', 'substr', 2],
    ['.entity | where a = ¦', undefined, undefined],
  ])('at %s is of %s, parameter %s', (text, name, active) => {
    const [plain, at] = marked(text)
    const found = signatureIn(EditorState.create({ doc: plain }), at)
    expect([found?.callable.name, found?.active]).toEqual([name, active])
  })
})
