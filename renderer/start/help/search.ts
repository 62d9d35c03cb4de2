import { meaningful, synonymsOf, withoutAsking } from '../../app/palette-words.ts'
import type { Entry } from './entries.ts'

/** A run of Chinese, which has no blanks between its words. */
const HAN = /\p{Script=Han}{3,}/u

/** Pairs of neighbouring characters: the words of a Chinese sentence, among pairs that are none. */
const pairs = (run: string): string[] =>
  Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))

/** Words that join others, as in “share with a colleague”; alone, “with” is a stage. */
const JOINING = new Set(['on', 'with', 'of', 'and', 'in', 'for', 'be', 'by'])

/** The words of a search that count, without how it is asked. */
function wordsOf(wanted: string): readonly string[] {
  const typed = withoutAsking(wanted).split(/[\s?？,，!！。]+/)
  const counted = meaningful(typed.filter(Boolean))
  const own = counted.filter((word) => !JOINING.has(word))
  const words = own.length > 0 ? own : counted
  return [...new Set(words.flatMap((word) => (HAN.test(word) ? pairs(word) : word)))]
}

/** A word as it is written and as it stands without its ending: “retries” and “retry”. */
function formsOf(word: string): readonly string[] {
  const stem = /^[a-z]{4,}$/.test(word) ? word.replace(/ies$/, 'y').replace(/(?:(?<!s)s|ing|ed)$/, '') : word
  return stem.length > 2 && stem !== word ? [word, stem] : [word]
}

const lettersOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u)

/** How well an entry answers one word: by its title best, by a part of a word in its text least, 0 not at all. */
function hit(title: string, text: string, forms: readonly string[], others: readonly string[]): number {
  const begins = (words: readonly string[]) =>
    forms.some((form) => words.some((word) => word.startsWith(form)))
  const titled = lettersOf(title)
  if (begins(titled)) return 4
  if (others.some((other) => titled.includes(other))) return 3
  if (begins(lettersOf(text))) return 2
  return forms.some((form) => `${title} ${text}`.includes(form)) ? 1 : 0
}

/** An entry that answers a search, and how well. */
export interface Match {
  readonly entry: Entry
  /** How many of the words it has. */
  readonly words: number
  readonly score: number
}

/** More than every word could give an entry: it is called as it was typed, or by a synonym. */
const CALLED = 100

/** The typed words, and what else they may mean. */
interface Wanted {
  readonly words: readonly string[]
  /** Titles of what is asked for as a whole. */
  readonly whole: ReadonlySet<string>
  /** Titles of what one of the words asks for. */
  readonly parts: ReadonlySet<string>
}

const called = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, ...synonymsOf(word)]))

function matchOf(entry: Entry, { words, whole, parts }: Wanted): Match {
  const title = entry.title.toLocaleLowerCase()
  const text = `${entry.group} ${entry.words}`.toLocaleLowerCase()
  const hits = words.map((word) => hit(title, text, formsOf(word), synonymsOf(word))).filter((one) => one > 0)
  const bonus = whole.has(title) || parts.has(title) ? CALLED : 0
  return {
    entry,
    words: whole.has(title) ? words.length : hits.length,
    score: hits.reduce((sum, one) => sum + one, bonus),
  }
}

/**
 * The entries of each topic that answer a plain question, the best first. Not every word has to be in an entry, but
 * more than half as many as in the one that has most.
 */
export function searchEntries<T extends { readonly entries: readonly Entry[] }>(
  topics: readonly T[],
  wanted: string,
): readonly T[] {
  const words = wordsOf(wanted)
  if (words.length === 0) return topics
  const asked = { words, whole: called([wanted, words.join(' ')]), parts: called(words) }
  const matched = topics.map(({ entries }) => entries.map((entry) => matchOf(entry, asked)))
  const most = Math.max(0, ...matched.flat().map((match) => match.words))
  return topics.map((topic, place) => ({
    ...topic,
    entries: (matched[place] ?? [])
      .filter((match) => match.words > most / 2)
      .toSorted((a, b) => b.words - a.words || b.score - a.score)
      .map(({ entry }) => entry),
  }))
}
