import { Download } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { LogLine } from '#shared/workbench/areas/connections.ts'
import { logWords } from '../app/log-words.ts'
import { useConnectionLog } from '../app/use-connection-log.ts'
import { showInstant } from '../i18n/moment.ts'
import { type Text as Words, useText } from '../i18n/text.ts'
import { saveFile } from '../app/save-file.ts'
import { workbench } from '../app/workbench.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Select, SearchInput } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Toolbar, ToolbarSpace } from '../ui/toolbar.tsx'
import { Text } from '../ui/text.tsx'
import styles from './parts/console.module.css'

const SOURCES = ['all', 'stderr', 'stdout', 'notification', 'lifecycle'] as const
/** The protocol's log levels, most verbose first. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

/** A line without its time. */
const written = (t: Words, line: LogLine): string =>
  `${t(`console.source.${line.source}`)}${line.level ? ` ${line.level}` : ''}  ${logWords(t, line)}`

function LevelPicker({ connection }: { readonly connection: string }) {
  const t = useText()
  const [note, setNote] = useState('')
  useEffect(() => setNote(''), [connection])
  const choose = async (level: string): Promise<void> => {
    const { error } = await workbench.call('console.request', {
      connection,
      method: 'logging/setLevel',
      params: { level },
    })
    setNote(error ? error.message : t('console.log.levelSet', { level }))
  }
  return (
    <>
      <Select
        aria-label={t('console.log.level')}
        defaultValue=""
        onChange={(event) => void choose(event.target.value)}
      >
        <option value="" disabled>
          {t('console.log.level')}
        </option>
        {LEVELS.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </Select>
      <Text tone="quiet" role="status">
        {note}
      </Text>
    </>
  )
}

/** A connection's output, log messages and state changes. */
export function LogView({ connection, model }: { readonly connection: string; readonly model: boolean }) {
  const t = useText()
  const lines = useConnectionLog(connection)
  const [source, setSource] = useState<(typeof SOURCES)[number]>('all')
  const [search, setSearch] = useState('')
  const shown = useMemo(
    () =>
      lines
        .filter((line) => source === 'all' || line.source === source)
        .map((line) => ({ at: line.at, words: written(t, line) }))
        .filter(({ words }) => words.toLowerCase().includes(search.toLowerCase())),
    [lines, source, search, t],
  )
  /** The lines with their times: in a file, those that other logs are compared by. */
  const linesWith = (timeOf: (at: number) => string): string =>
    shown.map(({ at, words }) => `${timeOf(at)}  ${words}`).join('\n')
  return (
    <>
      <Toolbar label={t('console.tab.log')}>
        <SearchInput label={t('console.log.search')} value={search} onSearch={setSearch} />
        <Select
          aria-label={t('console.log.source')}
          value={source}
          onChange={(event) => setSource(SOURCES.find((name) => name === event.target.value) ?? 'all')}
        >
          {SOURCES.map((name) => (
            <option key={name} value={name}>
              {t(`console.source.${name}`)}
            </option>
          ))}
        </Select>
        {model ? <LevelPicker connection={connection} /> : null}
        <ToolbarSpace />
        <IconButton
          label={t('console.log.save')}
          icon={Download}
          onClick={() =>
            saveFile('orrery-log.txt', `${linesWith((at) => new Date(at).toISOString())}\n`, 'text/plain')
          }
        />
      </Toolbar>
      {shown.length === 0 ? (
        <EmptyState title={t(lines.length === 0 ? 'app.connection.noLog' : 'console.log.noMatch')} />
      ) : (
        // Scrollable text must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles['log']} tabIndex={0} aria-label={t('console.tab.log')}>
          {linesWith(showInstant)}
        </pre>
      )}
    </>
  )
}
