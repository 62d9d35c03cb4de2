import { locale, text as say, translateServerSentence, translateServerText } from '../i18n/text.ts'

/** What a service says of a refusal besides its message: which word stands there, and what it would take instead. */
export interface RefusalFacts {
  readonly found?: unknown
  readonly expected?: unknown
  readonly suggestion?: unknown
}

/** How the services call the end of a query. */
const END = 'end of query'
/** Alternatives named in a sentence; the service's own message names as many. */
const MAX_NAMED = 6

/**
 * A service's refusal in the page's language, made from what it says in data, or known by its sentence. Undefined in
 * English, which services speak, and where neither is known: then their own words are shown.
 */
export function refusalInWords(
  message: string,
  { found, expected, suggestion }: RefusalFacts,
): string | undefined {
  if (locale() === 'en') return undefined
  const known = translateServerSentence(message)
  if (known !== undefined) return known
  if (typeof found !== 'string' || found === '') return undefined
  const isEnd = found === END
  // Of two marks one is as near as another.
  if (!isEnd && typeof suggestion === 'string' && /\p{L}/u.test(suggestion))
    return say('query.refused.meant', { found, suggestion })
  const wanted = Array.isArray(expected) ? expected.filter((each) => typeof each === 'string') : []
  if (wanted.length === 0) return undefined
  const names = wanted.slice(0, MAX_NAMED).map((each) => translateServerText(each))
  const facts = { found, expected: names.join(say('query.refused.or')), more: wanted.length - names.length }
  return say(isEnd ? 'query.refused.ended' : 'query.refused.expected', facts)
}
