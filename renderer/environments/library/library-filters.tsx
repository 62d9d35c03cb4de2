import { END_STATE_WORDS, type EndState } from '#shared/gem/episode.ts'
import { useText } from '../../i18n/text.ts'
import { Input, Select } from '../../ui/field.tsx'
import type { LibraryFilter } from './filter.ts'
import styles from './library-panel.module.css'

const ENDS = Object.keys(END_STATE_WORDS) as EndState[]

interface LibraryFiltersProps {
  readonly filter: LibraryFilter
  onChange(filter: LibraryFilter): void
}

/** The search field and the filters by end, remark and source. */
export function LibraryFilters({ filter, onChange }: LibraryFiltersProps) {
  const t = useText()
  const change = (part: Partial<LibraryFilter>): void => onChange({ ...filter, ...part })
  return (
    <>
      <Input
        type="search"
        id="gem-library-search"
        aria-label={t('environments.library.search')}
        placeholder={t('environments.library.search')}
        value={filter.search}
        onChange={(event) => change({ search: event.target.value })}
      />
      <div className={styles['filters']}>
        <Select
          aria-label={t('environments.library.end')}
          value={filter.end}
          onChange={(event) => change({ end: event.target.value as LibraryFilter['end'] })}
        >
          <option value="">{t('environments.library.anyEnd')}</option>
          {ENDS.map((end) => (
            <option key={end} value={end}>
              {t(`environments.end.${end}`)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('environments.library.remark')}
          value={filter.remark}
          onChange={(event) => change({ remark: event.target.value as LibraryFilter['remark'] })}
        >
          <option value="">{t('environments.library.anyRemark')}</option>
          <option value="bug">{t('environments.verdict.bug')}</option>
          <option value="expected">{t('environments.verdict.expected')}</option>
          <option value="noted">{t('environments.library.noted')}</option>
        </Select>
        <Select
          aria-label={t('environments.library.source')}
          value={filter.source}
          onChange={(event) => change({ source: event.target.value as LibraryFilter['source'] })}
        >
          <option value="">{t('environments.library.anySource')}</option>
          {(['bench', 'file', 'batch'] as const).map((source) => (
            <option key={source} value={source}>
              {t(`environments.source.${source}`)}
            </option>
          ))}
        </Select>
      </div>
    </>
  )
}
