import type { Pair, Query } from '#shared/spl/ast.ts'
import { literal } from '#shared/spl/literal.ts'
import { parseSpl } from '#shared/spl/parse.ts'
import { text as say } from '../i18n/text.ts'
import { modelWord, toServiceDialect } from './dialect.ts'
import type { Advice } from './lint.ts'
import { useVocabulary } from './vocabulary.ts'

/** Names told in a sentence. */
const MAX_NAMED = 5

function parsed(statement: string): Query | undefined {
  try {
    return parseSpl(toServiceDialect(statement))
  } catch {
    return undefined
  }
}

/** Reads a search of runbooks: what it is given, and the range of its source. */
function runbookSearch({ source, stages }: Query) {
  const given = stages.find((stage) => stage.kind === 'with')
  const valueOf = (key: string): Pair['value'] | undefined =>
    given?.pairs.find((pair) => pair.key.name === key)?.value
  return { from: source.from, to: (given ?? source).to, valueOf, isFiltered: stages.some(isFilter) }
}

const isFilter = ({ kind }: Query['stages'][number]): boolean => kind === 'where' || kind === 'offset'

/**
 * Why a search of runbooks found nothing: there are none (in its domain), or it was given no text to look for, or
 * none holds the text.
 */
function runbookAdvice(found: Query): readonly Advice[] {
  const search = runbookSearch(found)
  const domain = search.valueOf('domain')
  const query = search.valueOf('query')
  // What a parameter holds is not known here.
  if ((domain && domain.kind !== 'string') || (query && query.kind !== 'string')) return []
  const within = domain?.value ?? ''
  if (within.includes('*')) return []
  const names = useVocabulary
    .getState()
    .elements.filter(({ kind, domain: its }) => kind === 'runbook_set' && (within === '' || its === within))
    .map(({ name }) => name)
  const asked = query?.value.trim() ?? ''
  if (names.length > 0 && asked !== '' && search.isFiltered) return []
  const facts = {
    within: within === '' ? 'workspace' : 'domain',
    domain: within,
    count: names.length,
    text: asked,
    names: names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', …' : ''),
  }
  const text = say(
    `query.lint.runbook.${names.length === 0 ? 'none' : asked === '' ? 'unasked' : 'unfound'}`,
    facts,
  )
  if (names.length === 0) return [{ about: 'other', text, fixes: [] }]
  const { from, to } = search
  const insert = `.${modelWord()} with(kind='runbook_set'${within && `, domain=${literal(within)}`})`
  const title = { key: 'source', values: { source: insert } } as const
  return [
    {
      about: 'other',
      text,
      fixes: [{ title, from, to, insert, label: say('query.fix.source', title.values) }],
    },
  ]
}

/** Walks in one direction, and what it means that there is none. */
const ONE_WAY = new Map([
  ['sequence_in', 'query.lint.leads.in'],
  ['sequence_out', 'query.lint.leads.out'],
] as const)

/** That no relation of any type leads to the nodes of a graph call, or away from them, with the other way to look. */
function neighbourAdvice({ stages }: Query): readonly Advice[] {
  if (stages.some(isFilter)) return []
  return stages.flatMap((stage) => {
    const [way] = stage.kind === 'graph-call' && stage.method.name === 'getNeighborNodes' ? stage.args : []
    if (way?.value.kind !== 'string') return []
    const said = ONE_WAY.get(way.value.value as 'sequence_in')
    if (said === undefined) return []
    const { from, to } = way.value
    const insert = literal('full')
    const title = { key: 'replace', values: { text: insert } } as const
    const fix = { title, from, to, insert, label: say('query.lint.leads.both') }
    return [{ about: 'other', text: say(said), fixes: [fix] }]
  })
}

/** Why the source of a statement held nothing, as far as that is known. */
export function sourceAdvice(statement: string): readonly Advice[] {
  const query = parsed(statement)
  if (query?.source.name === '.runbook_set') return runbookAdvice(query)
  return query?.source.name === '.topo' ? neighbourAdvice(query) : []
}
