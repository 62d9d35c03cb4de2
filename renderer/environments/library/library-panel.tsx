import { FileInput as FileIcon, Download, Library, ListChecks, Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState, useEffect } from 'react'
import { END_STATE_WORDS, type EndState } from '#shared/gem/episode.ts'
import { toFailure, WorkbenchError } from '#shared/workbench/failure.ts'
import type { Summary } from '#shared/environments/summary.ts'
import { labelled, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { useDropTarget } from '../../ui/drop-target.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { workbench } from '../../app/workbench.ts'
import { Select, SearchInput } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toBase64 } from '../../app/base64.ts'
import { BatchList } from '../batch/batch-list.tsx'
import { compareEpisodes } from '../compare/compare-dialog.tsx'
import { useEpisodes, removeEpisodes } from '../episode/episodes.ts'
import { usePlatform } from '../session/use-platform.ts'
import { collect, nameOfSet, openRecordings, useHeads, removeRecordings } from '../recordings/recordings.ts'
import { useTabs } from '../session/tabs.ts'
import { offerFile } from '../session/view-store.ts'
import { openEpisode } from '../session/play.ts'
import { filterLibrary, isEmpty, isUnfiltered, type LibraryFilter, NO_FILTER } from './filter.ts'
import { LibraryList } from './library-list.tsx'
import styles from './library-panel.module.css'

/** Opens trajectory files; `problem` explains why the last unreadable one was refused. */
function useImport() {
  const platform = usePlatform()
  const [problem, setProblem] = useState<string>()
  const read = async (files: readonly File[]): Promise<void> => {
    setProblem(undefined)
    for (const one of files) {
      try {
        await readFile(one, platform?.id ?? '')
      } catch (error) {
        const { message, hint = '' } = toFailure(error)
        setProblem(labelled(one.name, `${message} ${hint}`.trim()))
      }
    }
  }
  return { problem, read }
}

const ENDS = Object.keys(END_STATE_WORDS) as EndState[]

interface LibraryFiltersProps {
  readonly filter: LibraryFilter
  onChange(filter: LibraryFilter): void
}

/** Search field and filters by outcome, remark and source. */
function LibraryFilters({ filter, onChange }: LibraryFiltersProps) {
  const t = useText()
  const change = (part: Partial<LibraryFilter>): void => onChange({ ...filter, ...part })
  return (
    <>
      <SearchInput
        label={t('environments.library.search')}
        value={filter.search}
        onSearch={(search) => change({ search })}
        id="environments-library-search"
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
          <option value="failed">{t('environments.failed')}</option>
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

/** Debounce of the full-text search in milliseconds. */
const SEARCH_AFTER_MS = 200

/** Ids of the episodes whose content matches a search. */
function useFound(search: string): ReadonlySet<string> {
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    setFound(new Set())
    if (search.trim() === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      workbench.call('episodes.find', { search }, { signal: controller.signal }).then(
        (ids) => setFound(new Set(ids)),
        () => undefined,
      )
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search])
  return found
}

/** All stored episodes with search, filters and import. */
export function LibraryPanel() {
  const t = useText()
  const summaries = useEpisodes((state) => state.summaries)
  const [filter, setFilter] = useState<LibraryFilter>(NO_FILTER)
  const deferred = useDeferredValue(filter)
  const found = useFound(filter.search)
  const all = useMemo(() => Object.values(summaries), [summaries])
  const rows = useMemo(() => filterLibrary(all, deferred, found), [all, deferred, found])
  const empty = useMemo(() => all.filter(isEmpty).length, [all])
  const { problem, read } = useImport()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (ids: readonly string[], isChosen: boolean): void =>
    setChosen((now) => {
      const next = new Set(now)
      for (const id of ids)
        if (isChosen) next.add(id)
        else next.delete(id)
      return next
    })
  const dropTarget = useDropTarget((data) => void read([...data.files]))
  const bare = rows.length === 0 && (all.length === 0 || isUnfiltered(filter))
  const open = (
    <FileInput
      label={t('environments.import')}
      accept=".jsonl,.ndjson,.json,.txt,.csv,.parquet,.eval"
      onFiles={(files) => void read(files)}
    >
      <FileIcon size={14} aria-hidden />
      {t('environments.import')}
    </FileInput>
  )
  return (
    // Drag and drop is an alternative to the button above the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Stack grow role="group" aria-label={t('environments.side.library')} {...dropTarget}>
      <Stack gap={1.5} pad={2} line="bottom" className={styles['controls']}>
        {bare ? null : open}
        {problem ? (
          <Text role="alert" as="p" tone="bad" breaks>
            {problem}
          </Text>
        ) : null}
        <LibraryFilters filter={filter} onChange={setFilter} />
        <BatchList />
        <RecordingsSelect />
        <Stack row wrap gap={1} justify="space-between" small>
          <Text tone="faint">
            {rows.length < all.length ? t('ui.shown', { shown: rows.length, total: all.length }) : null}
          </Text>
          {empty > 0 ? (
            <label>
              <input
                type="checkbox"
                checked={filter.empty}
                onChange={(event) => setFilter({ ...filter, empty: event.target.checked })}
              />{' '}
              {t('environments.library.empties', { count: empty })}
            </label>
          ) : null}
        </Stack>
        <LibraryChosen rows={rows} chosen={chosen} onChoose={choose} />
      </Stack>
      {bare ? (
        <EmptyState
          icon={Library}
          title={t('environments.library.empty')}
          hint={t('environments.library.emptyHint')}
          action={open}
        />
      ) : rows.length > 0 ? null : (
        <EmptyState
          title={t('environments.library.noMatch')}
          action={
            <Button onClick={() => setFilter({ ...NO_FILTER, empty: true })}>{t('ui.clearFilters')}</Button>
          }
        />
      )}
      <LibraryList rows={rows} chosen={chosen} onChoose={choose} />
    </Stack>
  )
}

interface LibraryChosenProps {
  /** The listed episodes. */
  readonly rows: readonly Summary[]
  readonly chosen: ReadonlySet<string>
  onChoose(ids: readonly string[], isChosen: boolean): void
}

/** Bulk actions on the selected episodes. */
function LibraryChosen({ rows, chosen, onChoose }: LibraryChosenProps) {
  const t = useText()
  const tabs = useTabs()
  const episodes = rows.filter(({ id }) => chosen.has(id))
  const ids = episodes.map(({ id }) => id)
  const open = new Set(tabs.flatMap((tab) => (tab.kind === 'environment' ? (tab.episode ?? []) : [])))
  const free = ids.filter((id) => !open.has(id))
  const count = ids.length
  const name = t('environments.library.collected', { count })
  return (
    <Stack row wrap gap={1}>
      <label>
        <input
          type="checkbox"
          checked={count > 0 && count === rows.length}
          disabled={rows.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < rows.length
          }}
          onChange={(event) =>
            onChoose(
              rows.map(({ id }) => id),
              event.target.checked,
            )
          }
        />{' '}
        {count === 0 ? t('environments.library.chooseAll') : t('environments.library.chosen', { count })}
      </label>
      {count === 0 ? null : (
        <>
          <Button
            reason={count === 2 ? undefined : t('environments.library.compareTwo')}
            onClick={() => compareEpisodes(episodes)}
          >
            {t('environments.compare.show')}
          </Button>
          <IconButton
            icon={Download}
            label={t('environments.library.save', { count })}
            onClick={() => offerFile({ of: 'library', ids }, 'library')}
          />
          <IconButton
            icon={ListChecks}
            label={t('environments.library.review', { count })}
            onClick={() => void collect({ of: 'library', ids }, name)}
          />
          {free.length === 0 ? (
            <IconButton
              icon={Trash2}
              label={t('environments.library.removeThese')}
              reason={t('environments.library.allOpen')}
            />
          ) : (
            <Menu
              icon={Trash2}
              label={t('environments.library.removeThese')}
              entries={[
                { label: t('environments.library.final'), heading: true },
                ...(free.length < count
                  ? [
                      {
                        label: t('environments.library.someOpen', { count: count - free.length }),
                        heading: true,
                      },
                    ]
                  : []),
                {
                  label: t('environments.library.removeChosen', { count: free.length }),
                  danger: true,
                  act: () => {
                    onChoose(free, false)
                    void removeEpisodes(free)
                  },
                },
              ]}
            />
          )}
        </>
      )}
    </Stack>
  )
}

/** The stored recording sets, newest first; choosing one opens it. */
function RecordingsSelect() {
  const t = useText()
  const heads = Object.values(useHeads()).toSorted((a, b) => b.started - a.started)
  if (heads.length === 0) return null
  return (
    <Select
      aria-label={t('environments.recordings.kept')}
      value=""
      onChange={({ target: { value } }) =>
        openRecordings(value, heads.find(({ id }) => id === value)?.name ?? '')
      }
    >
      <option value="" disabled>
        {t('environments.recordings.keptCount', { count: heads.length })}
      </option>
      {heads.map((head) => (
        <option key={head.id} value={head.id}>
          {nameOfSet(t, head)}
        </option>
      ))}
    </Select>
  )
}

/** Bytes of the first chunk, small so that rows appear quickly, and of the following ones. */
const FIRST = 128 * 1024
const PART = 2 * 1024 ** 2
/** Larger files are shown while they are being read. */
const MAX_UNSHOWN_BYTES = 4 * 1024 ** 2

/**
 * Reads a file: a single episode opens in its own tab, several as a set. @throws WorkbenchError if it is not
 * a trajectory file
 */
async function readFile(file: File, platform: string): Promise<void> {
  const { id } = await workbench.call('recordings.begin', { name: file.name, bytes: file.size })
  const isLarge = file.size > MAX_UNSHOWN_BYTES
  if (isLarge) openRecordings(id, file.name)
  let read: Awaited<ReturnType<typeof workbench.call<'recordings.finish'>>>
  try {
    for (let at = 0, size = FIRST; at < file.size; at += size, size = PART) {
      const bytes = new Uint8Array(await file.slice(at, at + size).arrayBuffer())
      await workbench.call('recordings.part', { id, base64: toBase64(bytes) })
    }
    read = await workbench.call('recordings.finish', { id })
  } catch (error) {
    removeRecordings(id)
    throw error
  }
  const { episodes, state, isWhole } = read
  if (state.failure && !state.question) {
    removeRecordings(id)
    throw new WorkbenchError(state.failure)
  }
  if (isLarge) return
  // Problems and questions are shown with the file.
  if (state.question || episodes !== 1 || !isWhole) return openRecordings(id, file.name)
  const { episode } = await workbench.call('recordings.open', { id, index: 0 })
  await openEpisode(platform, episode)
  removeRecordings(id)
}
