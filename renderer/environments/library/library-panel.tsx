import { FileInput as FileIcon } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { BatchList } from '../batch/batch-list.tsx'
import { useEpisodes } from '../episode/episodes.ts'
import { filterLibrary, type LibraryFilter, NO_FILTER } from './filter.ts'
import { LibraryFilters } from './library-filters.tsx'
import { LibraryList } from './library-list.tsx'
import { RecordingsSelect } from '../recordings/recordings-select.tsx'
import styles from './library-panel.module.css'
import { useFound } from './use-found.ts'
import { useImport } from './use-import.ts'

/** Every episode that was kept, with search and filters; files are read in here. */
export function LibraryPanel() {
  const t = useText()
  const summaries = useEpisodes((state) => state.summaries)
  const [filter, setFilter] = useState<LibraryFilter>(NO_FILTER)
  const deferred = useDeferredValue(filter)
  const found = useFound(filter.search)
  const all = useMemo(() => Object.values(summaries), [summaries])
  const rows = useMemo(() => filterLibrary(all, deferred, found), [all, deferred, found])
  const { problem, read } = useImport()
  return (
    // Dropping files is a way beside the button above the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Stack
      grow
      role="group"
      aria-label={t('environments.side.library')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void read([...event.dataTransfer.files])
      }}
    >
      <Stack gap={1.5} pad={2} line="bottom" className={styles['controls']}>
        <FileInput
          label={t('environments.import')}
          accept=".jsonl,.ndjson,.json,.txt,.csv,.parquet,.eval"
          onFiles={(files) => void read(files)}
        >
          <FileIcon size={14} aria-hidden />
          {t('environments.import')}
        </FileInput>
        {problem ? (
          <Text role="alert" as="p" tone="bad" breaks>
            {problem}
          </Text>
        ) : null}
        <LibraryFilters filter={filter} onChange={setFilter} />
        <BatchList />
        <RecordingsSelect />
        <Text as="p" tone="faint" small>
          {t('ui.shown', { shown: rows.length, total: all.length })}
        </Text>
      </Stack>
      {all.length === 0 ? (
        <EmptyState title={t('environments.library.empty')} hint={t('environments.library.emptyHint')} />
      ) : null}
      {all.length > 0 && rows.length === 0 ? <EmptyState title={t('environments.library.noMatch')} /> : null}
      <LibraryList rows={rows} />
    </Stack>
  )
}
