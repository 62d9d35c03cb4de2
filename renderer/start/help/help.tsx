import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCommandList } from '../../app/commands.ts'
import { closeHelp, HELP_TOPICS, useHelp } from '../../app/help-store.ts'
import { openWith } from '../../app/intents.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Text } from '../../ui/text.tsx'
import { entriesOf, type Entry } from './entries.ts'
import styles from './help.module.css'

/** The help beside the benches; it needs no network, and stays while one works. */
export function Help() {
  const open = useHelp((state) => state.open)
  return open ? <HelpPanel /> : null
}

function HelpPanel() {
  const t = useText()
  const { topic, search } = useHelp()
  const entries = useEntries()
  const wanted = search.trim().toLocaleLowerCase()
  const shown = entries.filter(({ title, group, words }) =>
    `${title} ${group} ${words}`.toLocaleLowerCase().includes(wanted),
  )
  return (
    <aside className={styles['panel']} aria-label={t('start.help')}>
      <Stack row fixed gap={2} pad={[0, 2]} line="bottom" className={styles['head']}>
        <h2>{t('start.help')}</h2>
        <SearchInput
          label={t('start.help.search')}
          value={search}
          onSearch={(search) => useHelp.setState({ search })}
          // Help that was asked for is typed into.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <IconButton label={t('start.help.close')} icon={X} onClick={closeHelp} />
      </Stack>
      <Tabs
        label={t('start.help')}
        tabs={HELP_TOPICS.map((id) => ({ id, label: t(`start.help.${id}`) }))}
        value={topic}
        onChange={(topic) => useHelp.setState({ topic })}
        scroll
      >
        {shown.length === 0 ? <EmptyState title={t('start.help.nothing')} /> : null}
        <dl className={styles['entries']}>
          {shown.map((entry) => (
            <EntryView key={`${entry.group} ${entry.title} ${entry.form}`} entry={entry} />
          ))}
        </dl>
      </Tabs>
    </aside>
  )
}

function useEntries(): readonly Entry[] {
  const t = useText()
  const topic = useHelp((state) => state.topic)
  const commands = useCommandList()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  useEffect(() => {
    const stop = new AbortController()
    entriesOf(topic, commands, stop.signal).then(
      (found) => stop.signal.aborted || setEntries(found),
      () => stop.signal.aborted || setEntries([]),
    )
    return () => stop.abort()
    // The texts are read anew in another language.
  }, [commands, t, topic])
  return entries
}

function EntryView({ entry: { title, group, words, form, example, runs } }: { readonly entry: Entry }) {
  const t = useText()
  // All entries of some topics have the topic's own name as their group.
  const topic = useHelp((state) => t(`start.help.${state.topic}`))
  return (
    <div>
      <dt>
        <Text strong mono>
          {title}
        </Text>
        {group === topic ? null : <Text small>{group}</Text>}
      </dt>
      <dd>
        {form ? <code>{form}</code> : null}
        {words ? <p>{words}</p> : null}
        {example ? (
          <div className={styles['example']}>
            <pre>{example}</pre>
            <CopyButton text={example} />
            {runs ? (
              <Button onClick={() => void openWith('query.open', { text: example })}>
                {t('start.help.insert')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </dd>
    </div>
  )
}
