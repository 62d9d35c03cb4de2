import type { EndState } from '#shared/gem/episode.ts'
import {
  asText,
  endedAt,
  endOf,
  type Episode,
  eventOf,
  leafOf,
  pathTo,
  returnOf,
} from '../episode/episode.ts'

/** One episode as the library lists it. */
export interface LibraryRow {
  readonly episode: Episode
  readonly end: EndState
  readonly total: number
  readonly steps: number
  readonly bug: boolean
  readonly noted: boolean
}

export interface LibraryFilter {
  readonly search: string
  readonly end: EndState | ''
  readonly remark: '' | 'bug' | 'expected' | 'noted'
  readonly source: Episode['source'] | ''
}

export const NO_FILTER: LibraryFilter = { search: '', end: '', remark: '', source: '' }

const rows = new WeakMap<Episode, LibraryRow>()

/** The row of an episode; episodes never change, so it is worked out once for each. */
export function libraryRow(episode: Episode): LibraryRow {
  const known = rows.get(episode)
  if (known) return known
  const row = workOut(episode)
  rows.set(episode, row)
  return row
}

function workOut(episode: Episode): LibraryRow {
  const leaf = leafOf(episode)
  const events = episode.events
  return {
    episode,
    end: endOf(endedAt(episode, leaf) ?? eventOf(episode, leaf)),
    total: returnOf(episode, leaf),
    steps: pathTo(episode, leaf).length - 1,
    bug: episode.verdict === 'bug' || events.some(({ verdict }) => verdict === 'bug'),
    noted: Boolean(episode.note) || events.some(({ note }) => Boolean(note)),
  }
}

/** The episodes that pass, newest first. Every word of the search must stand somewhere in the episode. */
export function filterLibrary(rows: readonly LibraryRow[], filter: LibraryFilter): LibraryRow[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows
    .filter(({ episode, end, bug, noted }) => {
      if (filter.end !== '' && end !== filter.end) return false
      if (filter.source !== '' && episode.source !== filter.source) return false
      if (filter.remark === 'bug' && !bug) return false
      if (filter.remark === 'noted' && !noted) return false
      if (filter.remark === 'expected' && !hasVerdict(episode, 'expected')) return false
      return words.length === 0 || matches(episode, words)
    })
    .toSorted((a, b) => b.episode.changed - a.episode.changed)
}

const hasVerdict = (episode: Episode, verdict: string): boolean =>
  episode.verdict === verdict || episode.events.some((event) => event.verdict === verdict)

function matches(episode: Episode, words: readonly string[]): boolean {
  const text = [
    episode.envId,
    `seed ${episode.seed ?? 'unseeded'}`,
    episode.origin ?? '',
    episode.note ?? '',
    ...episode.events.flatMap(({ action, note, observation }) => [
      action ?? '',
      note ?? '',
      asText(observation),
    ]),
  ]
    .join('\n')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}
