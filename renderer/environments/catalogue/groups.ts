import fuzzysort from 'fuzzysort'
import { translateServerText } from '../../i18n/text.ts'
import { gameOf, type Level } from '../parts/game-name.ts'
import type { CatalogueItem } from './catalogue-store.ts'

/** A row of the catalogue's list: a heading or an environment. */
export type CatalogueRow = HeadingRow | ItemRow

interface HeadingRow {
  readonly kind: 'heading'
  readonly key: string
  readonly title: string
  readonly count: number
  /** An environment of the family below, if it is one. */
  readonly of?: string | undefined
  /** The task, if the environments below are levels of one game. */
  readonly summary?: string | undefined
}

export interface ItemRow {
  readonly kind: 'offer'
  readonly key: string
  readonly offer: CatalogueItem
  /** The heading above names the game: the row only needs its level. */
  readonly isLevel?: true
}

interface Sections {
  readonly favourites: readonly string[]
  readonly recent: readonly string[]
  readonly titles: { readonly favourites: string; readonly recent: string; readonly typed: string }
}

/**
 * The rows for a search text: a flat list, best matches first; without a text, favourites, recent ones, and
 * families. An unlisted id can be created as typed.
 */
export function catalogueRows(
  offers: readonly CatalogueItem[],
  search: string,
  { favourites, recent, titles }: Sections,
): CatalogueRow[] {
  const wanted = search.trim()
  if (wanted !== '') {
    const found = matches(offers, wanted).map((offer) => row('found', offer))
    const isId = /^[\w.-]+:[\w.-]+$/.test(wanted) && !offers.some((offer) => offer.id === wanted)
    if (!isId) return found
    const typed: CatalogueRow[] = [
      { kind: 'heading', key: 'typed', title: titles.typed, count: 1 },
      row('typed', { id: wanted, entry: undefined }),
    ]
    // A prefix of a listed id refers to that one.
    return found[0]?.offer.id.startsWith(wanted) ? [...found, ...typed] : [...typed, ...found]
  }
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  const listed = (ids: readonly string[]): CatalogueItem[] =>
    ids.map((id) => byId.get(id) ?? { id, entry: undefined })
  return [
    ...section('favourites', titles.favourites, listed(favourites)),
    ...section('recent', titles.recent, listed(recent.slice(0, 5))),
    ...Array.from(families(offers), ([family, members]) => section(family, family, members)).flat(),
  ]
}

/** The selectable rows. */
export const itemsIn = (rows: readonly CatalogueRow[]): ItemRow[] =>
  rows.filter((row) => row.kind === 'offer')

/** The item after or before one, clamped; the first if none is selected. */
export function adjacentItem(
  offers: readonly ItemRow[],
  current: ItemRow | undefined,
  by: 1 | -1,
): ItemRow | undefined {
  const at = current ? offers.indexOf(current) : -1
  return offers[Math.max(0, Math.min(offers.length - 1, at + by))]
}

/** A game with its difficulties. */
interface Game {
  readonly title: string
  readonly summary: string
  readonly levels: readonly { readonly id: string; readonly level: Level }[]
}

/** The games in a catalogue, in its order. */
export const gamesIn = (offers: readonly CatalogueItem[]): Game[] =>
  Array.from(families(offers), ([title, members]) => ({
    title,
    summary: members[0]?.entry?.summary ?? '',
    levels: members.flatMap(({ id }) => {
      const level = gameOf(id)?.level
      return level ? [{ id, level }] : []
    }),
  })).filter(({ levels, summary }) => levels.length > 0 && summary !== '')

/** A server's text with its translation, so that both can be searched. */
function inBoth(english = ''): string {
  const chosen = translateServerText(english)
  return chosen === english ? english : `${english} ${chosen}`
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[\s:_-]+/)

/** Where an environment has all words of a search; the first is the best, the last none of them. */
const PLACES = ['name', 'start of a name', 'parameter', 'description', 'nowhere'] as const

/** The place where an environment has the words, as an index of `PLACES`. */
function placeIn({ id, entry }: CatalogueItem, wanted: readonly string[]): number {
  const names = wordsOf(`${id} ${inBoth(entry?.title)}`)
  const starts = (words: readonly string[]): boolean =>
    wanted.every((one) => words.some((word) => word.startsWith(one)))
  if (wanted.every((one) => names.includes(one))) return PLACES.indexOf('name')
  if (starts(names)) return PLACES.indexOf('start of a name')
  // "tool" finds environments with that parameter.
  if (starts(Object.keys(entry?.parameters ?? {}))) return PLACES.indexOf('parameter')
  const summary = inBoth(entry?.summary).toLowerCase()
  // Not every language separates its words.
  const isIn =
    starts(wordsOf(summary)) || wanted.every((one) => !/^[\x20-\x7e]*$/.test(one) && summary.includes(one))
  return PLACES.indexOf(isIn ? 'description' : 'nowhere')
}

/** Environments for a search: by where they have its words, then as listed; last, names that are similar. */
function matches(offers: readonly CatalogueItem[], search: string): CatalogueItem[] {
  const wanted = wordsOf(search).filter((word) => word !== '')
  const similar = fuzzysort
    .go(search, [...offers], {
      keys: ['id', (offer) => inBoth(offer.entry?.title)],
      threshold: 0.35,
      // No limit: the library's default is ten.
      limit: 0,
    })
    .map(({ obj }) => obj)
  // The levels of a game are alike but for the length of their names: they stay as listed.
  const titles = [...new Set(similar.map(titleOf))]
  const none = PLACES.length - 1
  const places = new Map(offers.map((offer) => [offer, wanted.length > 0 ? placeIn(offer, wanted) : none]))
  const placeOf = (offer: CatalogueItem): number => places.get(offer) ?? none
  return offers
    .filter((offer) => placeOf(offer) < none || similar.includes(offer))
    .toSorted(
      (a, b) =>
        placeOf(a) - placeOf(b) ||
        (placeOf(a) < none ? 0 : titles.indexOf(titleOf(a)) - titles.indexOf(titleOf(b))),
    )
}

const titleOf = ({ id, entry }: CatalogueItem): string => entry?.title ?? id

function families(offers: readonly CatalogueItem[]): Map<string, CatalogueItem[]> {
  const groups = new Map<string, CatalogueItem[]>()
  const asking = new Set(offers.flatMap(({ entry }) => (entry?.kind === 'single-turn' ? entry.family : [])))
  for (const offer of offers) {
    const family = offer.entry?.family ?? offer.id.split(/[:/]/)[0] ?? ''
    // Games are grouped by title; questions, with and without tools, by family.
    const title = offer.entry && !asking.has(family) ? offer.entry.title : family
    groups.set(title, [...(groups.get(title) ?? []), offer])
  }
  return groups
}

function section(key: string, title: string, offers: readonly CatalogueItem[]): CatalogueRow[] {
  if (offers.length === 0) return []
  const isGame = offers.every(({ id, entry }) => entry?.title === title && gameOf(id))
  const summary = isGame ? offers[0]?.entry?.summary : undefined
  // Favourites and recent ones are of several families.
  const of = key === title ? offers[0]?.id : undefined
  return [
    { kind: 'heading', key, title, count: offers.length, of, summary },
    ...offers.map((offer) => (isGame ? { ...row(key, offer), isLevel: true as const } : row(key, offer))),
  ]
}

const row = (section: string, offer: CatalogueItem): ItemRow => ({
  kind: 'offer',
  key: `${section}/${offer.id}`,
  offer,
})
