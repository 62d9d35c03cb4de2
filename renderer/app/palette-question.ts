import { meaningful, synonymsOf, withoutAsking } from './palette-words.ts'

/** A run of Chinese, which has no blanks between its words. */
const HAN = /\p{Script=Han}{3,}/u

/** Pairs of neighbouring characters: the words of a Chinese sentence, among pairs that are none. */
const pairs = (run: string): string[] =>
  Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))

/** Words that say little beside others, as in “share with a colleague”; alone, “with” is a stage. */
const BESIDE = new Set('on with of and in for be by to as out from when change'.split(' '))

/** What stands between the words of a Chinese question. */
const BETWEEN =
  /[\s?？,，!！。]+|两个|这个|那个|一个|一下|我的|什么时候|[把从吗呢的]|(?<=\p{Script=Han})(?=[a-z])|(?<=[a-z])(?=\p{Script=Han})/u

/** The words of a question that count, without how it is asked. */
function wordsOf(wanted: string): readonly string[] {
  const counted = meaningful(withoutAsking(wanted).split(BETWEEN).filter(Boolean))
  const own = counted.filter((word) => !BESIDE.has(word))
  const words = own.length > 0 ? own : counted
  return [...new Set(words.flatMap((word) => (HAN.test(word) ? pairs(word) : word)))]
}

/** A word as it is written and as it stands without its ending: “retries” and “retry”. */
function formsOf(word: string): readonly string[] {
  const stem = /^[a-z]{4,}$/.test(word) ? word.replace(/ies$/, 'y').replace(/(?:(?<!s)s|ing|ed)$/, '') : word
  return stem.length > 2 && stem !== word ? [word, stem] : [word]
}

const lettersOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u)

/** How well something answers one word: by its title best, by a part of a word in its text least, 0 not at all. */
function hit(title: string, text: string, forms: readonly string[], others: readonly string[]): number {
  const begins = (words: readonly string[]) =>
    forms.some((form) => words.some((word) => word.startsWith(form)))
  const titled = lettersOf(title)
  if (begins(titled)) return 4
  const isHan = (word: string): boolean => /^\p{Script=Han}+$/u.test(word)
  if (forms.some((form) => isHan(form) && title.includes(form))) return 4
  if (
    others.some(
      (other) =>
        titled.includes(other) || titled.includes(`${other}s`) || (isHan(other) && title.includes(other)),
    )
  )
    return 3
  if (begins(lettersOf(text))) return 2
  return forms.some((form) => `${title} ${text}`.includes(form)) ? 1 : 0
}

/** What is looked for instead of a word. */
interface Meant {
  readonly forms: readonly string[]
  readonly others: readonly string[]
}

/** The words of a question, and what else they may mean. */
export interface Asked {
  readonly words: readonly string[]
  /** The same for each word, found once and not for each of thousands of titles. */
  readonly meant: readonly Meant[]
  /** Titles of what is asked for as a whole. */
  readonly whole: ReadonlySet<string>
  /** Titles of what one of the words asks for. */
  readonly parts: ReadonlySet<string>
}

const called = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, ...synonymsOf(word)]))

export function askedOf(typed: string): Asked {
  const wanted = typed.trim().toLocaleLowerCase()
  const words = wordsOf(wanted)
  return {
    words,
    meant: words.map((word) => ({ forms: formsOf(word), others: synonymsOf(word) })),
    whole: called([wanted, words.join(' ')]),
    parts: called(words),
  }
}

/** More than every word could give: it is called as it was typed, or by a synonym. */
const CALLED = 100

/** How well something answers a question. */
export interface Match {
  /** How many of the words it has. */
  readonly words: number
  /** How well it has them. */
  readonly strength: number
  /** The same, with what it is called. */
  readonly score: number
}

/** How well what has this title and text answers a question. */
export function matchOf(title: string, text: string, { words, meant, whole, parts }: Asked): Match {
  const name = title.toLocaleLowerCase()
  const rest = text.toLocaleLowerCase()
  const hits = meant.map(({ forms, others }) => hit(name, rest, forms, others)).filter((one) => one > 0)
  const bonus = whole.has(name) || parts.has(name) ? CALLED : 0
  const strength = hits.reduce((sum, one) => sum + one, 0)
  return { words: whole.has(name) ? words.length : hits.length, strength, score: strength + bonus }
}
