import { useVirtualizer } from '@tanstack/react-virtual'
import { Bug, FileInput as FileIcon, MessageSquare, Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { END_STATE_WORDS, type EndState } from '#shared/gem/episode.ts'
import { useText } from '../../app/i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BatchList } from '../batch/batch-list.tsx'
import { removeEpisode, useEpisodes } from '../episode/episodes-store.ts'
import { importEpisode } from '../episode/trajectory-file.ts'
import { openEpisode } from '../session/open.ts'
import { useTabs } from '../session/tabs-store.ts'
import { usePlatform } from '../use-platform.ts'
import { formatReward, shortId } from '../view/format.ts'
import { filterLibrary, type LibraryFilter, libraryRow, NO_FILTER } from './filter.ts'
import styles from './library-panel.module.css'

const ROW = 46
const ENDS = Object.keys(END_STATE_WORDS) as EndState[]

/** Every episode that was kept, with search and filters; files are read in here. */
export function LibraryPanel() {
  const t = useText()
  const episodes = useEpisodes((state) => state.episodes)
  const platform = usePlatform()
  const tabs = useTabs((state) => state.tabs)
  const [filter, setFilter] = useState<LibraryFilter>(NO_FILTER)
  const [problem, setProblem] = useState<string>()
  const scroller = useRef<HTMLDivElement>(null)
  const deferred = useDeferredValue(filter)
  const all = useMemo(() => Object.values(episodes).map(libraryRow), [episodes])
  const rows = useMemo(() => filterLibrary(all, deferred), [all, deferred])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  })
  const change = (part: Partial<LibraryFilter>): void => setFilter({ ...filter, ...part })
  const read = async (files: readonly File[]): Promise<void> => {
    setProblem(undefined)
    for (const one of files) {
      try {
        openEpisode(platform?.id ?? '', importEpisode(await one.text(), one.name))
      } catch (error) {
        setProblem(t('gem.import.failed', { name: one.name, reason: (error as Error).message }))
      }
    }
  }

  return (
    // Dropping files is a way beside the button above the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles['panel']}
      role="group"
      aria-label={t('gem.side.library')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void read([...event.dataTransfer.files])
      }}
    >
      <div className={styles['controls']}>
        <FileInput
          label={t('gem.import')}
          accept=".jsonl,.ndjson,.json,.txt"
          onFiles={(files) => void read(files)}
        >
          <FileIcon size={14} aria-hidden />
          {t('gem.import')}
        </FileInput>
        {problem ? (
          <p role="alert" className={styles['error']}>
            {problem}
          </p>
        ) : null}
        <Input
          type="search"
          id="gem-library-search"
          aria-label={t('gem.library.search')}
          placeholder={t('gem.library.search')}
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <div className={styles['filters']}>
          <Select
            aria-label={t('gem.library.end')}
            value={filter.end}
            onChange={(event) => change({ end: event.target.value as LibraryFilter['end'] })}
          >
            <option value="">{t('gem.library.anyEnd')}</option>
            {ENDS.map((end) => (
              <option key={end} value={end}>
                {t(`gem.end.${end}`)}
              </option>
            ))}
          </Select>
          <Select
            aria-label={t('gem.library.remark')}
            value={filter.remark}
            onChange={(event) => change({ remark: event.target.value as LibraryFilter['remark'] })}
          >
            <option value="">{t('gem.library.anyRemark')}</option>
            <option value="bug">{t('gem.verdict.bug')}</option>
            <option value="expected">{t('gem.verdict.expected')}</option>
            <option value="noted">{t('gem.library.noted')}</option>
          </Select>
          <Select
            aria-label={t('gem.library.source')}
            value={filter.source}
            onChange={(event) => change({ source: event.target.value as LibraryFilter['source'] })}
          >
            <option value="">{t('gem.library.anySource')}</option>
            {(['bench', 'file', 'batch'] as const).map((source) => (
              <option key={source} value={source}>
                {t(`gem.source.${source}`)}
              </option>
            ))}
          </Select>
        </div>
        <BatchList />
        <p className={styles['count']}>{t('ui.shown', { shown: rows.length, total: all.length })}</p>
      </div>
      {all.length === 0 ? (
        <EmptyState title={t('gem.library.empty')} hint={t('gem.library.emptyHint')} />
      ) : null}
      {all.length > 0 && rows.length === 0 ? <EmptyState title={t('gem.library.noMatch')} /> : null}
      <div ref={scroller} className={styles['scroller']}>
        <ul style={{ height: virtual.getTotalSize() }} aria-label={t('gem.side.library')}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const { episode, end, total, steps, bug, noted } = rows[index]!
            const open = tabs.some((tab) => tab.kind === 'environment' && tab.episode === episode.id)
            return (
              <li key={episode.id} className={styles['line']} style={{ transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  className={styles['episode']}
                  onClick={() => openEpisode(platform?.id ?? episode.platform, episode)}
                >
                  <span className={styles['name']}>
                    {shortId(episode.envId)}
                    {bug ? <Bug size={12} aria-label={t('gem.verdict.bug')} /> : null}
                    {noted ? <MessageSquare size={11} aria-label={t('gem.note')} /> : null}
                  </span>
                  <span className={styles['facts']}>
                    {t('gem.library.facts', {
                      seed: episode.seed === null ? t('gem.unseeded') : String(episode.seed),
                      steps,
                      total: formatReward(total),
                      end: t(`gem.end.${end}`),
                    })}
                  </span>
                </button>
                {open ? null : (
                  <IconButton
                    icon={Trash2}
                    label={t('gem.library.remove', { name: shortId(episode.envId) })}
                    onClick={() => void removeEpisode(episode.id)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
