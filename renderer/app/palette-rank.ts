import { otherWords } from './palette-words.ts'
import type { Command } from './commands.ts'

/** The parts of a command that the palette looks at. */
export interface Ranked {
  readonly id: string
  readonly title: string
  readonly group: string
  /** Words beside the title that it is found by, such as a description. */
  readonly more?: string | undefined
  /** Belongs to a bench that was not opened yet: it answers after those at hand that match as well. */
  readonly dormant?: boolean
}

const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().replaceAll(/\s+/g, ' ').trim()

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Whether each wanted word begins a word of its own; in order, when asked for. */
function beginWords(wanted: readonly string[], words: readonly string[], ordered: boolean): boolean {
  const left = [...words]
  return wanted.every((each) => {
    const place = left.findIndex((word) => word.startsWith(each))
    if (place < 0) return false
    left.splice(ordered ? 0 : place, ordered ? place + 1 : 1)
    return true
  })
}

/** The share of the score between two steps that a shorter title earns, so that of two equal matches the closer one leads. */
const CLOSENESS = 0.04
/** What is left of the score of a command that is not at hand: of two that match as well, the other leads. */
const LATER = 0.85
/** What is left of the score of an answer to a word of the same meaning. */
const SAME_MEANING = 0.5
/** What the bench in front is ahead by: less than a step. */
const IN_FRONT = 0.03

function step(title: string, group: string, id: string, wanted: string): number {
  const words = wordsOf(title)
  const asked = wordsOf(wanted)
  if (title.startsWith(wanted)) return 0.9
  if (asked.length > 0 && beginWords(asked, words, true)) return 0.8
  if (asked.length > 0 && beginWords(asked, words, false)) return 0.7
  if (title.includes(wanted)) return 0.6
  if (asked.length > 0 && beginWords(asked, [...wordsOf(group), ...words], false)) return 0.5
  if (id.includes(wanted)) return 0.4
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

function literal({ id, title, group, more = '' }: Ranked, wanted: string): number {
  const name = plain(title)
  if (name === wanted) return 1
  const score = step(name, plain(`${group} ${more}`), id.toLowerCase(), wanted)
  return score === 0 ? 0 : score + CLOSENESS * Math.min(1, wanted.length / Math.max(1, name.length))
}

/**
 * How well a command answers what was typed, from 0 (not at all) to 1 (its very title). Whole words lead over parts, the title
 * over group and id, and all of them over words of the same meaning. The other searches use fuzzysort, which knows neither of the
 * last two and lets scattered letters pass: with hundreds of commands that lists much that nobody meant.
 */
export function rank(command: Ranked, typed: string): number {
  const wanted = plain(typed)
  if (wanted === '') return 1
  const score = literal(command, wanted)
  if (score > 0) return score
  return SAME_MEANING * Math.max(0, ...otherWords(wanted).map((word) => literal(command, plain(word))))
}

/** The commands that answer what was typed, by group: the best group first, and in each the best command. */
export function answers<T extends Ranked & { readonly hidden?: boolean; readonly bench?: string }>(
  commands: Iterable<T>,
  typed: string,
  front?: string,
): [group: string, members: T[]][] {
  const groups = new Map<string, { best: number; members: { command: T; score: number }[] }>()
  for (const command of commands) {
    const found = command.hidden ? 0 : rank(command, typed) * (command.dormant ? LATER : 1)
    if (found === 0) continue
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

/** Rows under one heading: who wants more types more. */
export const MAX_OF_GROUP = 12

/** What few look for, and then by name: other windows, and the page of those who work on Orrery itself. */
const UNASKED = /^app\.(?:newWindow\.|go\.design$)/

/** The parts of a command that decide whether it is listed before anything is typed. */
type Listed = Pick<Command, 'id' | 'group'> & Partial<Pick<Command, 'bench' | 'dormant' | 'hidden'>>

/**
 * Before anything is typed: what was opened recently, what the bench in front can do, and what belongs to the page; the rest is
 * looked for. Each heading stands once, where it first comes: the palette tells headings apart by their names.
 */
export function unasked<T extends Listed>(
  commands: readonly T[],
  front: string,
): (readonly [group: string, members: readonly T[]])[] {
  const shown = commands.filter(({ dormant, hidden }) => !dormant && !hidden)
  const recent = shown.filter(({ id }) => id.startsWith('app.recent.'))
  const own = shown.filter(({ bench }) => bench === front)
  const page = shown.filter(
    (command) => command.bench === undefined && !recent.includes(command) && !UNASKED.test(command.id),
  )
  const groups = new Map<string, T[]>()
  for (const one of [...recent.slice(0, MAX_OF_GROUP), ...own, ...page])
    groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  return [...groups]
}
