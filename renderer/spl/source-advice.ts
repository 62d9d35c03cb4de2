import type { Pair, Query } from '#shared/spl/ast.ts'
import { literal } from '#shared/spl/literal.ts'
import { parseSpl } from '#shared/spl/parse.ts'
import { text as say } from '../i18n/text.ts'
import { modelWord, toServiceDialect } from './dialect.ts'
import type { Advice } from './lint.ts'
import { useVocabulary } from './vocabulary.ts'

/** Names told in a sentence. */
const MAX_NAMED = 5

/** Reads a search of runbooks: what it is given, and the range of its source; undefined for another statement. */
function runbookSearch(statement: string) {
  let query: Query
  try {
    query = parseSpl(toServiceDialect(statement))
  } catch {
    return undefined
  }
  const { source, stages } = query
  if (source.name !== '.runbook_set') return undefined
  const given = stages.find((stage) => stage.kind === 'with')
  const valueOf = (key: string): Pair['value'] | undefined =>
    given?.pairs.find((pair) => pair.key.name === key)?.value
  return { from: source.from, to: (given ?? source).to, valueOf, isFiltered: stages.some(isFilter) }
}

const isFilter = ({ kind }: Query['stages'][number]): boolean => kind === 'where' || kind === 'offset'

/**
 * Why a search of runbooks found nothing: there are none (in its domain), or it was given no text to look for, or
 * none holds the text. Of other statements nothing is told.
 */
export function sourceAdvice(statement: string): readonly Advice[] {
  const search = runbookSearch(statement)
  if (!search) return []
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
