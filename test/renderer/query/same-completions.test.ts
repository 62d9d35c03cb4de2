import { CompletionContext, type Completion } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { modelFactsOf } from '#shared/spl/service/model.ts'
import { workbench } from '../../../renderer/app/workbench.ts'
import { completions } from '../../../renderer/spl/complete.ts'
import { spl } from '../../../renderer/spl/language.ts'
import { loadFields, useVocabulary } from '../../../renderer/spl/vocabulary.ts'
import { type TestServer, testServer } from '../../electron/model-server/server.ts'

let server: TestServer

/** The editor uses the model of the server it is compared with, but not its data. */
beforeAll(async () => {
  server = await testServer({ sample: 'quickstart' })
  vi.spyOn(workbench, 'call').mockImplementation((async (procedure: string, input: { query?: string }) => {
    const query = input.query ?? ''
    if (procedure !== 'models.runQuery' || !query.startsWith(".model with(kind='entity_set', domain="))
      throw new Error(procedure)
    const structured = await server.tool('query_spl_execute', { query })
    return { structured, text: '', isError: false }
  }) as never)
  const { elements, domains, relationTypes } = modelFactsOf(await server.store.workspace('demo').elements())
  useVocabulary.setState({ connection: 'test', elements, domains, relationTypes })
  for (const { kind, domain, name } of elements)
    if (kind === 'entity_set') await loadFields(useVocabulary.getState(), domain, name)
})
afterAll(() => vi.restoreAllMocks())

/** The text before the cursor after applying a completion. */
function applied(state: EditorState, completion: Completion, from: number): string {
  const { label, apply = label } = completion
  if (typeof apply === 'string') return state.sliceDoc(0, from) + apply
  let after = state
  const editor = {
    state,
    dispatch: (transaction: { state: EditorState }) => void (after = transaction.state),
  }
  apply(editor as unknown as EditorView, completion, from, state.doc.length)
  return after.sliceDoc(0, after.selection.main.from)
}

/** The editor's results of applying the completions that contain the word at the end of a text. */
async function inEditor(text: string): Promise<string[]> {
  const state = EditorState.create({ doc: text, extensions: spl })
  const result = await completions(new CompletionContext(state, text.length, true))
  const { from = 0, options = [] } = result ?? {}
  const word = text.slice(from).toLowerCase()
  return options
    .filter(({ label }) => label.toLowerCase().includes(word))
    .map((completion) => applied(state, completion, from))
}

/** Whole queries the server adds to the completions. */
const STARTS = new Set(['.model | limit 20', '.entity | limit 20', '.topo | limit 20'])

async function onServer(text: string): Promise<{ values: string[]; hasMore: boolean }> {
  const { completion } = await server.call('completion/complete', {
    ref: { type: 'ref/prompt', name: 'model_query_context' },
    argument: { name: 'query', value: text },
  })
  const { values, hasMore } = completion as unknown as { values: string[]; hasMore: boolean }
  return { values: values.filter((value) => !STARTS.has(value)), hasMore }
}

/**
 * Without trailing openers: the editor inserts closing brackets and quotes and puts the cursor between them.
 */
const stems = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.replace(/[\s[('"`]+$/, '')))].sort()

const SERVICE = ".entity with(domain='devops', name='devops.service')"
const SET = ".entity_set with(domain='devops', name='devops.service')"
const CYPHER = '.topo | graph-call cypher(`'

it.each(
  [
    [
      '',
      '.',
      '.ent',
      '.topo',
      '-- note\n.m',
      '.entity ',
      '.entity | ',
      '.topo | gr',
      '.nothing | ',
      '.model w',
    ],
    ['.model with(', '.entity with(', '.entity_set with(', '.topo with(', '.runbook_set with('],
    [
      '.entity with(emb',
      '.entity with(ori',
      '.entity with(kin',
      ".entity with(domain='devops', ",
      '.model with(k',
    ],
    [
      ".entity with(domain='devops'",
      ".entity with(domain='devops' ",
      '.entity with(domain=',
      ".entity with(domain='k",
    ],
    [
      '.model with(kind=',
      '.model with(kinds=[',
      ".model with(kind='entity_set', name='devops.s",
      '.entity with(mode=',
    ],
    [
      ".entity with(domain='devops', name=",
      '.runbook_set with(type=',
      '.runbook_set with(name=',
      ".topo with(type='r",
    ],
    ['.topo with(relation_type=', ".topo with(__relation_type__='", `${SERVICE} `, `${SERVICE} | where `],
    [
      '.entity | where ',
      '.model | where ',
      '.topo | where ',
      `${SERVICE} | where st`,
      '.entity | where not ',
    ],
    [
      '.entity | where status ',
      '.entity | where status !',
      '.entity | where status n',
      '.entity | where status not ',
    ],
    [
      '.model | where kind = ',
      ".model | where kind in ['",
      '.topo | where __relation_type__ = ',
      '.entity | where a = ',
    ],
    [
      ".entity | where a = 'b' ",
      ".entity | where a = 'b' a",
      '.entity | where a = $p and b = $',
      '.entity | where a is ',
    ],
    [
      '.entity | limit ',
      '.entity | limit 5 ',
      '.entity | project a ',
      '.entity | sort a ',
      '.entity | sort a d',
    ],
    [`${SERVICE} | project status as health | sort `, `${SERVICE} | stats count() as n by status | where `],
    [
      '.entity | stats ',
      '.entity | stats p',
      '.entity | stats sum(',
      '.entity | stats count() ',
      '.entity | distinct ',
    ],
    [
      '.entity | extend a = ',
      '.entity | extend a = up',
      `${SERVICE} | extend a = `,
      `${SERVICE} | extend a = if(st`,
    ],
    [`${SET} | entity-call `, `${SET} | entity-call get_`, `${SET} | entity-call get_logs(`],
    [`${SET} | entity-call get_logs('devops', '`, `${SET} | entity-call get_metrics('devops', 'x', `],
    [
      `${SET} | entity-call list_data_set(`,
      `${SET} | entity-call list_data_set(['`,
      `${SET} | entity-call list_skills([], `,
    ],
    [
      '.topo | graph-call ',
      '.topo | graph-call get',
      '.topo | graph-call getNeighborNodes(',
      ".topo | graph-call getNeighborNodes('s",
    ],
    [
      '.topo | graph-call getDirectRelations([(:',
      '.topo | graph-call getDirectRelations([(:"devops@devops.s',
    ],
    ['.topo | graph-call getDirectRelations([(:"devops@devops.service" {', '.topo | graph-match '],
    [CYPHER, `${CYPHER}MA`, `${CYPHER}MATCH (n:`, `${CYPHER}MATCH (n:\`\`devops`, `${CYPHER}MATCH (n)-[r:`],
    [`${CYPHER}MATCH (n) `, `${CYPHER}MATCH (n) RETURN `, `${CYPHER}MATCH (n) RETURN co`],
    [`${CYPHER}MATCH (n:\`\`devops@devops.service\`\`) WHERE n.`, `${CYPHER}MATCH (n) WHERE n `],
    ['-- a note', ".entity | where a = 'b", '.entity | where a = 1 // and '],
  ].flat(),
)('the editor and the server go on alike from %j', async (text) => {
  const editor = stems(await inEditor(text))
  const { values, hasMore } = await onServer(text)
  const found = stems(values)
  expect(found.filter((one) => !editor.includes(one))).toEqual([])
  if (hasMore) expect(editor.length).toBeGreaterThan(found.length)
  else expect(found).toEqual(editor)
})

it('nothing was compared with nothing', async () => {
  const answers = await Promise.all(
    ['.', '.entity with(', '.entity | where a ', `${SERVICE} | where `].map(inEditor),
  )
  for (const answer of answers) expect(answer.length).toBeGreaterThan(3)
})
