import { Download, Pencil, Play, Save, Trash2, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SavedQuery } from '#shared/documents/query.ts'
import { ToolbarSpace } from '../../ui/toolbar.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { Notice } from '../../ui/notice.tsx'
import { runCommand } from '../../app/run-command.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/field.tsx'
import { openFiles } from '../../app/open-files.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { saveFile } from '../../app/save-file.ts'
import { openAndRun } from '../run/run-store.ts'
import { openTab } from '../tabs/tabs-store.ts'
import styles from './memory.module.css'
import { useSaving } from './save-dialog.tsx'
import { bundleOf, loadSaved, queriesOfFile, removeSaved, saveQuery, useSaved } from './saved.ts'

const contentOf = ({ id, name, text, parameters }: SavedQuery) => ({
  title: name,
  text,
  parameters,
  saved: id,
})

async function importFiles(): Promise<{ count: number; errors: string[] }> {
  const errors: string[] = []
  let count = 0
  for (const { name, text } of await openFiles('.json,.spl,.txt')) {
    try {
      for (const query of queriesOfFile(name, text)) {
        await saveQuery(query)
        count++
      }
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error))
    }
  }
  return { count, errors }
}

function SavedEntry({ query }: { readonly query: SavedQuery }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  return (
    <li className={styles['saved']}>
      <button type="button" onClick={() => openTab(contentOf(query))} title={query.text}>
        <strong>{query.name}</strong>
        {query.description ? (
          <Text tone="quiet" small>
            {query.description}
          </Text>
        ) : null}
        <Text as="code" lines={2}>
          {query.text.replaceAll(/\s+/g, ' ')}
        </Text>
      </button>
      {asking ? (
        <Stack row fixed className={styles['foot']}>
          <Truncate grow tone="quiet" small>
            {t('query.saved.removeAsk')}
          </Truncate>
          <Button tone="danger" onClick={() => void removeSaved(query.id)}>
            {t('query.saved.remove')}
          </Button>
          <Button onClick={() => setAsking(false)}>{t('ui.cancel')}</Button>
        </Stack>
      ) : (
        <Stack row fixed className={styles['foot']}>
          <ToolbarSpace />
          <IconButton
            icon={Play}
            label={t('query.saved.run', { name: query.name })}
            onClick={() => openAndRun(contentOf(query))}
          />
          <IconButton
            icon={Pencil}
            label={t('query.saved.edit', { name: query.name })}
            onClick={() => useSaving.setState({ query })}
          />
          <IconButton
            icon={Trash2}
            label={t('query.saved.removeNamed', { name: query.name })}
            onClick={() => setAsking(true)}
          />
        </Stack>
      )}
    </li>
  )
}

/** Saved queries by folder, with export and import. */
export function SavedPanel() {
  const t = useText()
  const { queries, loaded } = useSaved()
  const [search, setSearch] = useState('')
  const [report, setReport] = useState<{ count: number; errors: string[] }>()
  useEffect(() => void loadSaved().catch(() => undefined), [])
  const needle = search.toLowerCase()
  const shown = queries.filter((query) =>
    `${query.folder} ${query.name} ${query.description} ${query.text}`.toLowerCase().includes(needle),
  )
  const folders = [...new Set(shown.map((query) => query.folder))]
  return (
    <Stack grow>
      <Stack row align="stretch" gap={0.5} fixed pad={[1.5, 2]} line="bottom" className={styles['head']}>
        <SearchInput label={t('query.saved.search')} value={search} onSearch={setSearch} />
        <IconButton icon={Save} label={t('query.save')} onClick={() => void runCommand('query.save')} />
        <IconButton
          icon={Upload}
          label={t('query.saved.import')}
          onClick={() => void importFiles().then(setReport)}
        />
        <IconButton
          icon={Download}
          label={t('query.saved.export')}
          reason={shown.length === 0 ? t('ui.none.rows') : undefined}
          onClick={() => saveFile('orrery-queries.json', bundleOf(shown), 'application/json')}
        />
      </Stack>
      {report && (report.count > 0 || report.errors.length > 0) ? (
        <Notice role="status">
          <p>{t('query.saved.imported', { count: report.count })}</p>
          {report.errors.map((error) => (
            <Text key={error} as="p" tone="bad">
              {error}
            </Text>
          ))}
        </Notice>
      ) : null}
      {loaded && queries.length === 0 ? (
        <EmptyState
          title={t('query.saved.empty')}
          hint={t('query.saved.emptyHint')}
          action={<Button onClick={() => void runCommand('query.save')}>{t('query.saveAs')}</Button>}
        />
      ) : null}
      <Stack grow scroll className={styles['list']}>
        {folders.map((folder) => (
          <details key={folder} open>
            <summary>{folder === '' ? t('query.saved.top') : folder}</summary>
            <ul>
              {shown
                .filter((query) => query.folder === folder)
                .map((query) => (
                  <SavedEntry key={query.id} query={query} />
                ))}
            </ul>
          </details>
        ))}
      </Stack>
    </Stack>
  )
}
