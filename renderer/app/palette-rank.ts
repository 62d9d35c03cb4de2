import { askedOf, type Match, matchOf } from './palette-question.ts'
import { meaningful, synonymsOf, withoutAsking } from './palette-words.ts'
import type { Command } from './commands.ts'

/** The fields of a command used for ranking. */
export interface Ranked {
  readonly id: string
  readonly title: string
  /** The name of what it opens, such as a bench; typed in full, it beats every title. */
  readonly name?: string | undefined
  readonly group: string
  /** Description; matches less than a title. */
  readonly more?: string | undefined
  /** Further search terms that are not shown. */
  readonly terms?: string | undefined
  /** Belongs to a bench that is not open, or to the help; ranks below equal matches that are at hand. */
  readonly dormant?: boolean
  /** One of very many that explain words: another of the same meaning finds none, and a single word by its description only if it names nothing. */
  readonly oneOfMany?: boolean
}

/** A text as it is compared: without accents and capitals, with single blanks. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().replaceAll(/\s+/g, ' ').trim()

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Splits what is written in one word: `getEntity` is “get Entity”. */
const apart = (text: string): string => text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

/** Letters that form no words between blanks. */
const WITHOUT_BLANKS = /\p{Script=Han}/u

/** Whether each typed word is a prefix of a different word; with `ordered`, in the same order. */
function beginWords(wanted: readonly string[], words: readonly string[], ordered: boolean): boolean {
  const left = [...words]
  return wanted.every((each) => {
    const place = left.findIndex((word) => word.startsWith(each) || `${word}s` === each)
    if (place < 0) return false
    left.splice(ordered ? 0 : place, ordered ? place + 1 : 1)
    return true
  })
}

/** Share of a score step given to shorter titles, so that the closer of two equal matches wins. */
const CLOSENESS = 0.04
/** Factor for the score of a dormant command, so that it loses against an equal match that is active. */
const LATER = 0.85
/** Factor for the score of a match by synonym. */
const SAME_MEANING = 0.5
/** Factor for each further synonym: the first of a group means it most. */
const FARTHER = 0.97
/** Score of a match in the description: less than a synonym in a title. */
const DESCRIBED = 0.42
/** Bonus for commands of the active bench; smaller than a score step. */
const IN_FRONT = 0.03
/** Score of what is called exactly as typed: more than an equal title, also of the active bench. */
const CALLED = 1.1

/** Where typed letters may stand: at the beginnings of words, or as a last resort also within one. */
type Places = 'beginnings' | 'anywhere'

function step(title: string, group: string, id: string, wanted: string, places: Places): number {
  const words = wordsOf(title)
  const wantedWords = meaningful(wordsOf(wanted))
  if (title.startsWith(wanted)) return 0.9
  if (wantedWords.length > 0 && beginWords(wantedWords, words, true)) return 0.8
  if (wantedWords.length > 0 && beginWords(wantedWords, words, false)) return 0.7
  if (wantedWords.length > 0 && beginWords(wantedWords, [...wordsOf(group), ...words], false)) return 0.6
  const isWithin = places === 'anywhere' || WITHOUT_BLANKS.test(wanted)
  // The middle of a word means less than another word of the same meaning: “conversion” for “version”.
  if (isWithin && title.includes(wanted)) return 0.45
  if (
    (isWithin && id.includes(wanted)) ||
    (wantedWords.length > 1 && beginWords(wantedWords, wordsOf(id), false))
  )
    return 0.4
  const letters = wanted.replaceAll(' ', '')
  if (letters.length < 2) return 0
  if (
    words
      .map((word) => word[0])
      .join('')
      .startsWith(letters)
  )
    return 0.3
  return 0
}

function literal(
  { id, title, name: called, group, more = '', terms = '' }: Ranked,
  wanted: string,
  places: Places,
): number {
  // The beginning of a bench's name counts like the beginning of a title.
  const name = plain(called?.toLocaleLowerCase().startsWith(wanted) ? called : title)
  if (name === wanted) return 1
  const own = Math.max(
    step(name, plain(group), plain(apart(id)), wanted, places),
    wanted.length > 1 && id.toLowerCase().startsWith(wanted) ? 0.4 : 0,
    /\p{Ll}\p{Lu}/u.test(title) ? step(plain(apart(title)), '', '', wanted, places) : 0,
  )
  const described = step(name, plain(`${group} ${more} ${terms}`), '', wanted, places) > 0 ? DESCRIBED : 0
  const score = Math.max(own, described)
  return score === 0 ? 0 : score + CLOSENESS * Math.min(1, wanted.length / Math.max(1, name.length))
}

/**
 * Scores a command against a synonym, which nobody typed: only a whole word of the title or the group counts,
 * so that “tour” does not find “Restart” by way of “start”.
 */
function meant({ title, group }: Ranked, word: string): number {
  const name = plain(title)
  const words = ` ${wordsOf(`${plain(group)} ${name}`).join(' ')} `
  const has = WITHOUT_BLANKS.test(word)
    ? name.includes(word)
    : words.includes(` ${word} `) || words.includes(` ${word}s `)
  return has ? literal({ id: '', title, group }, word, 'anywhere') : 0
}

/** The typed words that count. */
export const asked = (typed: string): string => meaningful(wordsOf(withoutAsking(plain(typed)))).join(' ')

/**
 * Scores a command against the typed text, from 0 (no match) to 1 (exact title), and above
 * for the name of what it opens. Whole words beat prefixes,
 * the title beats group and id, and all beat synonyms. The other searches use fuzzysort, which has no
 * synonyms and matches scattered letters: with hundreds of commands that lists too much noise.
 */
export function rank(command: Ranked, typed: string, places: Places = 'anywhere'): number {
  const wanted = withoutAsking(plain(typed))
  if (wanted === '') return 1
  const { name } = command
  if (name !== undefined && plain(name) === asked(typed)) return CALLED
  const synonyms = command.oneOfMany ? [] : synonymsOf(wanted)
  const scores = synonyms.map((word, place) => meant(command, plain(word)) * FARTHER ** place)
  return Math.max(literal(command, wanted, places), SAME_MEANING * Math.max(0, ...scores))
}

/** Score of what has the most words of a question in its title: less than a title with all words in a row. */
const ANSWERED = 0.65
/** Share of the words of a question that the best answer needs, since pairs of Chinese characters are often none. */
const LEAST_SHARE = 0.3

/**
 * Scores what is asked in a sentence, such as “how do I save a picture”: not all of its words need to be there, but more
 * than half as many as in the best answer.
 */
function scoresOf<T extends Ranked & { readonly hidden?: boolean; readonly bench?: string }>(
  commands: readonly T[],
  typed: string,
  places: Places,
): (command: T) => number {
  const asked = askedOf(typed)
  const later = ({ dormant }: T): number => (dormant ? LATER : 1)
  const [word = typed, ...others] = asked.words
  if (others.length === 0)
    return (command) =>
      Math.max(rank(command, typed, places), LATER * rank(command, word, places)) * later(command)
  const matches = new Map<T, Match>(
    commands
      .filter(({ hidden }) => !hidden)
      .map((one) => [one, matchOf(one.title, [one.group, one.more, one.terms].join(' '), asked)]),
  )
  // A large model's elements are too many for the arguments of one call.
  let [most, best] = [0, 0]
  for (const { words, strength } of matches.values()) {
    most = Math.max(most, words)
    best = Math.max(best, strength)
  }
  const enough = most >= asked.words.length * LEAST_SHARE
  return (command) => {
    const { words = 0, strength = 0 } = matches.get(command) ?? {}
    const share = enough && words > most / 2 ? strength / best : 0
    const closeness = CLOSENESS * Math.min(1, typed.length / command.title.length)
    // What a question asks for is often done in a bench that was not opened yet.
    const order = command.bench === undefined ? later(command) : 1
    return Math.max(
      rank(command, typed, places) * later(command),
      share === 0 ? 0 : (ANSWERED * share + closeness) * order,
    )
  }
}

/** What matches, with its score. Letters within a word count only where nothing begins with them. */
function scored<T extends Ranked & { readonly bench?: string }>(
  commands: readonly T[],
  typed: string,
): (readonly [command: T, score: number])[] {
  for (const places of ['beginnings', 'anywhere'] as const) {
    const scoreOf = scoresOf(commands, typed, places)
    const found = commands
      .map((command) => [command, scoreOf(command)] as const)
      .filter(([, score]) => score > 0)
    if (found.length > 0) return /\s/.test(typed.trim()) ? found : named(found, typed, places)
  }
  return []
}

/** Without those of many that a word finds by their description, if it names anything. */
function named<T extends Ranked>(
  found: readonly (readonly [command: T, score: number])[],
  typed: string,
  places: Places,
): (readonly [command: T, score: number])[] {
  const byName = found.filter(
    ([command]) =>
      !command.oneOfMany || rank({ ...command, more: undefined, terms: undefined }, typed, places) > 0,
  )
  return byName.length > 0 ? byName : [...found]
}

/** Of commands of several benches that are called alike, that of the active bench alone. */
function inFront<T extends Ranked & { readonly hidden?: boolean; readonly bench?: string }>(
  commands: Iterable<T>,
  front: string | undefined,
): T[] {
  const shown = [...commands].filter(({ hidden }) => !hidden)
  const own = new Set(
    shown.filter(({ bench }) => bench !== undefined && bench === front).map(({ title }) => title),
  )
  return shown.filter(({ bench, title }) => bench === undefined || bench === front || !own.has(title))
}

/** Returns the matching commands by group: best group first, best command first within each. */
export function answers<T extends Ranked & { readonly hidden?: boolean; readonly bench?: string }>(
  commands: Iterable<T>,
  typed: string,
  front?: string,
): [group: string, members: T[]][] {
  const groups = new Map<string, { best: number; members: { command: T; score: number }[] }>()
  for (const [command, found] of scored(inFront(commands, front), typed)) {
    const score = found + (front !== undefined && command.bench === front ? IN_FRONT : 0)
    const group = groups.get(command.group) ?? { best: 0, members: [] }
    group.best = Math.max(group.best, score)
    group.members.push({ command, score })
    groups.set(command.group, group)
  }
  return [...groups]
    .toSorted(([, a], [, b]) => b.best - a.best)
    .map(([name, { members }]) => [
      name,
      members.toSorted((a, b) => b.score - a.score).map(({ command }) => command),
    ])
}

/** Rows per heading; typing more narrows the list. */
export const MAX_OF_GROUP = 12

/** The design page is for developers of Orrery: found by its name, and nowhere else. */
export const FOR_DEVELOPERS = /^app\.(?:newWindow|go)\.design$/

/**
 * Rarely wanted without typing their names: other windows, themes, and the design page for developers of
 * Orrery.
 */
const NEVER_INITIAL = /^app\.(?:newWindow\.|theme\.|go\.design$)/

/** Commands on what was opened lately; without any there is nothing to open or clear. */
const OF_RECENTS = /^app\.(?:openRecent|forgetRecents)$/

/** The fields that decide whether a command is listed before anything is typed. */
type Listed = Pick<Command, 'id' | 'group'> & Partial<Pick<Command, 'bench' | 'dormant' | 'hidden'>>

/**
 * The list before anything is typed: recent items, commands of the active bench, and those of the page. Each
 * heading appears once, at its first entry: the palette identifies groups by heading.
 */
export function initialCommands<T extends Listed>(
  commands: readonly T[],
  front: string,
): (readonly [group: string, members: readonly T[]])[] {
  const shown = commands.filter(({ dormant, hidden }) => !dormant && !hidden)
  const recent = shown.filter(({ id }) => id.startsWith('app.recent.'))
  const own = shown.filter(({ bench }) => bench === front)
  const page = shown.filter(
    (command) =>
      command.bench === undefined &&
      !recent.includes(command) &&
      !NEVER_INITIAL.test(command.id) &&
      (recent.length > 0 || !OF_RECENTS.test(command.id)),
  )
  const groups = new Map<string, T[]>()
  for (const one of [...recent.slice(0, MAX_OF_GROUP), ...own, ...page])
    groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  return [...groups]
}
