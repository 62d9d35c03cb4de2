import '../messages.ts'
import { afterEach, expect, it } from 'vitest'
import { sourceAdvice } from '../../../renderer/spl/source-advice.ts'
import { useVocabulary } from '../../../renderer/spl/vocabulary.ts'

const told = (
  statement: string,
  runbooks: readonly string[] = ['shop.ops', 'pay.ops'],
): readonly string[] => {
  useVocabulary.setState({
    elements: runbooks.map((name) => ({
      kind: 'runbook_set',
      domain: name.slice(0, name.indexOf('.')),
      name,
      title: '',
    })),
  })
  return sourceAdvice(statement).map(({ text }) => text)
}

afterEach(() => useVocabulary.setState({ elements: [] }))

it.each([
  ['.runbook_set | limit 5', /needs a text to look for.*There are 2 runbooks: shop\.ops, pay\.ops/],
  [".runbook_set with(domain='pay', query=' ')", /There is one runbook: pay\.ops/],
  [".runbook_set with(query='frogs')", /No runbook mentions “frogs”\. There are 2: shop\.ops, pay\.ops/],
  [".runbook_set with(domain='dev')", /The domain dev has no runbooks/],
])('of %s it is told what there is', (statement, text) => {
  expect(told(statement)).toEqual([expect.stringMatching(text)])
})

it('a workspace without runbooks is told of, and has none to list', () => {
  expect(told('.runbook_set', [])).toEqual(['This workspace has no runbooks.'])
  expect(sourceAdvice('.runbook_set')[0]?.fixes).toEqual([])
})

it('lists the runbooks instead, with the stages that follow', () => {
  told('.runbook_set')
  const text = ".runbook_set with(domain='pay') | limit 5"
  const [fix] = sourceAdvice(text)[0]?.fixes ?? []
  expect(text.slice(0, fix?.from) + fix?.insert + text.slice(fix?.to)).toBe(
    ".model with(kind='runbook_set', domain='pay') | limit 5",
  )
})

it.each([
  ['.entity | limit 5'],
  ['.runbook_set with(query=$text)'],
  [".runbook_set with(domain='p*')"],
  [".runbook_set with(query='frogs') | where kind = 'x'"],
  ['.runbook_set with('],
])('of %s nothing is told', (statement) => {
  expect(told(statement)).toEqual([])
})

it.each([
  ['sequence_in', /nothing depends on it/],
  ['sequence_out', /depends on nothing/],
])('of a walk along %s it is told that there is none, and how to look both ways', (way, words) => {
  const text = `.topo | graph-call getNeighborNodes('${way}', 1, [(:"d@d.s" {__entity_id__: '3b90012aaf98b39aead200fb4ead0124'})])`
  const [advice] = sourceAdvice(text)
  expect(advice?.text).toMatch(words)
  const [fix] = advice?.fixes ?? []
  expect(text.slice(0, fix?.from) + fix?.insert + text.slice(fix?.to)).toBe(text.replace(way, 'full'))
  expect(sourceAdvice(text.replace(way, 'sequence'))).toEqual([])
})
