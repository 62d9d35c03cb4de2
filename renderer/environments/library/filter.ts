import type { Episode } from '#shared/environments/episode.ts'
import { builtInEntry } from '#shared/gem/catalogue/index.ts'
import type { Summary } from '#shared/environments/summary.ts'
import { translateServerText } from '../../i18n/text.ts'

export interface LibraryFilter {
  readonly search: string
  readonly end: Summary['end'] | ''
  readonly remark: '' | 'bug' | 'expected' | 'noted' | 'failed'
  readonly source: Episode['source'] | ''
  /** Include episodes without any action. */
  readonly empty: boolean
}

export const NO_FILTER: LibraryFilter = { search: '', end: '', remark: '', source: '', empty: false }

/** Whether nothing is left out but episodes without any action. */
export const isUnfiltered = ({ search, end, remark, source, empty }: LibraryFilter): boolean =>
  !empty && [search.trim(), end, remark, source].every((one) => one === '')

/** Whether an episode started here contains nothing but its reset. */
export const isEmpty = ({ source, steps, lines, hasNote, hasFailure, tags }: Summary): boolean =>
  source === 'bench' && steps === 0 && lines.length < 2 && !hasNote && !hasFailure && tags.length === 0

/** The searchable text of an episode's list entry, without opening it. */
function textOf({ envId, seed, origin = '', note = '', players, tags }: Summary): string {
  const title = builtInEntry(envId)?.title ?? ''
  const names = [envId, title, translateServerText(title)]
  return [...names, `seed ${seed ?? 'unseeded'}`, origin, note, ...players, ...tags].join('\n').toLowerCase()
}

/**
 * The matching episodes, newest first. Every word of the search must occur in the episode; content beyond the
 * list entry is searched by the core.
 *
 * @param found ids of the episodes whose content matches, as far as known
 */
export function filterLibrary(
  all: readonly Summary[],
  filter: LibraryFilter,
  found: ReadonlySet<string> = new Set(),
): Summary[] {
  const words = filter.search
    .toLowerCase()
    .split(/[\s,，]+/)
    .filter(Boolean)
  return all
    .filter((summary) => {
      const { end, source, hasBug, hasExpected, hasNote, hasFailure } = summary
      if (isEmpty(summary) && !filter.empty) return false
      if (filter.end !== '' && end !== filter.end) return false
      if (filter.source !== '' && source !== filter.source) return false
      if (filter.remark === 'bug' && !hasBug) return false
      if (filter.remark === 'noted' && !hasNote) return false
      if (filter.remark === 'expected' && !hasExpected) return false
      if (filter.remark === 'failed' && !hasFailure) return false
      return found.has(summary.id) || words.every((word) => textOf(summary).includes(word))
    })
    .toSorted((a, b) => b.changed - a.changed)
}
