import { spelled } from '#shared/spl/error.ts'
import { locale, text as say, translateServerSentence, translateServerText } from '../i18n/text.ts'

/** What a service says of a refusal besides its message: which word stands there, and what it would take instead. */
export interface RefusalFacts {
  readonly found?: unknown
  readonly expected?: unknown
  readonly suggestion?: unknown
  /** What the word would be the name of, if it were known: a {@link Named}. */
  readonly unknown?: unknown
}

/** How the services call the end of a query. */
const END = 'end of query'
/** Alternatives named in a sentence; the service's own message names as many. */
const MAX_NAMED = 6

/**
 * A service's refusal in the page's language, made from what it says in data, or known by its sentence. Undefined in
 * English, which services speak, and where neither is known: then their own words are shown.
 */
export function refusalInWords(message: string, facts: RefusalFacts): string | undefined {
  if (locale() === 'en') return undefined
  const { found, expected, suggestion, unknown } = facts
  if (typeof found === 'string' && typeof unknown === 'string') return unknownInWords(found, unknown, facts)
  const known = translateServerSentence(message)
  if (known !== undefined) return known
  if (typeof found !== 'string' || found === '') return undefined
  const isEnd = found === END
  // Of two marks one is as near as another.
  if (!isEnd && typeof suggestion === 'string' && /\p{L}/u.test(suggestion))
    return say('query.refused.meant', { found, suggestion })
  const wanted = alternatives(expected)
  return wanted && say(isEnd ? 'query.refused.ended' : 'query.refused.expected', { found, ...wanted })
}

/** The first of what would be taken, and how many more there are; undefined if nothing is said of it. */
function alternatives(expected: unknown): { readonly expected: string; readonly more: number } | undefined {
  const wanted = Array.isArray(expected) ? expected.filter((each) => typeof each === 'string') : []
  if (wanted.length === 0) return undefined
  const names = wanted.slice(0, MAX_NAMED).map((each) => spelled(translateServerText(each)))
  return { expected: names.join(say('query.refused.or')), more: wanted.length - names.length }
}

function unknownInWords(found: string, kind: string, { expected, suggestion }: RefusalFacts): string {
  const name = say('query.refused.unknown.name', { kind, found })
  if (typeof suggestion === 'string') return say('query.refused.unknown.meant', { name, suggestion })
  const wanted = alternatives(expected)
  return wanted
    ? say('query.refused.unknown.expected', { name, ...wanted })
    : say('query.refused.unknown', { name })
}
