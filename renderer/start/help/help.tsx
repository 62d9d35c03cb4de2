import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCommandList } from '../../app/commands.ts'
import { GameRulesView } from '../../app/game-rules.tsx'
import { closeHelp, HELP_TOPICS, useHelp, type HelpTopic } from '../../app/help-store.ts'
import { openWith } from '../../app/intents.ts'
import { useRoute } from '../../app/route.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { giveFocusBack } from '../../ui/landmark.ts'
import { Stack } from '../../ui/stack.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Text } from '../../ui/text.tsx'
import { entriesOf, type Entry, type Example } from './entries.ts'
import styles from './help.module.css'
import { searchEntries } from './search.ts'

/** The help panel beside the benches; works offline and stays open. */
export function Help() {
  const open = useHelp((state) => state.open)
  return open ? <HelpPanel /> : null
}

/** Entries per further topic in a search; a link leads to the rest. */
const MAX_ELSEWHERE = 8

function HelpPanel() {
  const t = useText()
  const { topic, search } = useHelp()
  const wanted = search.trim().toLocaleLowerCase()
  // The user may not know the topic: other topics' matches are listed below the current one.
  const topics = wanted === '' ? [topic] : [topic, ...HELP_TOPICS.filter((other) => other !== topic)]
  const entries = useEntries(topics)
  const found = searchEntries(
    topics.map((id) => ({ id, entries: entries.get(id) ?? [] })),
    wanted,
  ).filter((one) => one.entries.length > 0)
  const [before] = useState(() => document.activeElement)
  const leave = (): void => {
    closeHelp()
    giveFocusBack(before)
  }
  return (
    // Escape is an alternative to the close button; with a search text it clears that first. A press on the text keeps
    // the focus in the panel, so that Escape closes it then as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Stack
      as="aside"
      ground="surface"
      className={styles['panel']}
      aria-label={t('start.help')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        if (search === '') leave()
        else useHelp.setState({ search: '' })
      }}
    >
      <Stack row fixed gap={2} pad={[0, 2]} line="bottom" className={styles['head']}>
        <h2>{t('start.help')}</h2>
        <SearchInput
          label={t('start.help.search')}
          value={search}
          onSearch={(search) => useHelp.setState({ search })}
          // The user opened the help to search.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <IconButton label={t('start.help.close')} keys="Esc" icon={X} onClick={leave} />
      </Stack>
      <Tabs
        label={t('start.help')}
        tabs={HELP_TOPICS.map((id) => ({ id, label: t(`start.help.${id}`) }))}
        value={topic}
        onChange={(topic) => useHelp.setState({ topic })}
        scroll
      >
        {found.length === 0 && topics.every((id) => entries.has(id)) ? (
          <EmptyState
            title={t('start.help.nothing')}
            action={<Button onClick={() => useHelp.setState({ search: '' })}>{t('ui.clearSearch')}</Button>}
          />
        ) : null}
        {found.map((one) => (
          <TopicEntries key={one.id} {...one} elsewhere={one.id !== topic} />
        ))}
      </Tabs>
    </Stack>
  )
}

/** Topics whose titles are words, not code. */
const IN_WORDS: ReadonlySet<HelpTopic> = new Set<HelpTopic>(['words', 'environments'])

interface TopicEntriesProps {
  readonly id: HelpTopic
  readonly entries: readonly Entry[]
  /** Not the current topic. */
  readonly elsewhere: boolean
}

function TopicEntries({ id, entries, elsewhere }: TopicEntriesProps) {
  const t = useText()
  const topic = t(`start.help.${id}`)
  const shown = elsewhere ? entries.slice(0, MAX_ELSEWHERE) : entries
  const left = entries.length - shown.length
  return (
    <>
      {elsewhere ? (
        <Stack fixed pad={[2, 4]} ground="sunken">
          <h3>{topic}</h3>
        </Stack>
      ) : null}
      {id === 'keys' ? (
        <KeyList entries={shown} />
      ) : (
        <Stack as="dl" gap={4} pad={4} className={styles['entries']}>
          {shown.map((entry) => (
            <EntryView
              key={`${entry.group} ${entry.title} ${entry.form}`}
              entry={entry}
              topic={topic}
              mono={!IN_WORDS.has(id)}
            />
          ))}
        </Stack>
      )}
      {left > 0 ? (
        <Stack row fixed pad={[2, 4]}>
          <Button onClick={() => useHelp.setState({ topic: id })}>
            {t('start.help.more', { count: left, topic })}
          </Button>
        </Stack>
      ) : null}
    </>
  )
}

/** Names and keys in two columns, by group. */
function KeyList({ entries }: { readonly entries: readonly Entry[] }) {
  const groups = [...new Set(entries.map(({ group }) => group))]
  return groups.map((group) => (
    <Stack as="section" key={group} fixed gap={1} pad={[2, 4]}>
      <h3>{group}</h3>
      <dl>
        {entries
          .filter((entry) => entry.group === group)
          .map(({ title, form }) => (
            <Stack key={title} row gap={4} justify="space-between">
              <dt>{title}</dt>
              <dd>
                <kbd>{form}</kbd>
              </dd>
            </Stack>
          ))}
      </dl>
    </Stack>
  ))
}

/** Loads the entries of these topics, as they arrive. */
function useEntries(topics: readonly HelpTopic[]): ReadonlyMap<HelpTopic, readonly Entry[]> {
  const t = useText()
  const commands = useCommandList()
  const [entries, setEntries] = useState<ReadonlyMap<HelpTopic, readonly Entry[]>>(new Map())
  const wanted = topics.join(' ')
  useEffect(() => {
    const stop = new AbortController()
    for (const topic of wanted.split(' ') as HelpTopic[]) {
      const take = (found: readonly Entry[]): void => {
        if (!stop.signal.aborted) setEntries((before) => new Map(before).set(topic, found))
      }
      entriesOf(topic, commands, stop.signal).then(take, () => take([]))
    }
    return () => stop.abort()
    // Reload texts on a language change.
  }, [commands, t, wanted])
  return entries
}

interface EntryViewProps {
  readonly entry: Entry
  /** Shown above the entry; some entries have only that as a group. */
  readonly topic: string
  /** The title is code, such as a function. */
  readonly mono: boolean
}

function EntryView({
  entry: { title, group, words, rules, form, example, fits, language },
  topic,
  mono,
}: EntryViewProps) {
  return (
    <div>
      <dt>
        <Text strong mono={mono}>
          {title}
        </Text>
        {group === topic ? null : <Text small>{group}</Text>}
      </dt>
      <dd>
        {form ? <code>{form}</code> : null}
        {words ? <p>{words}</p> : null}
        {rules ? <GameRulesView rules={rules} /> : null}
        {example ? <ExampleView example={example} fits={fits} language={language} /> : null}
      </dd>
    </div>
  )
}

const ExampleCode = lazy(async () => ({ default: (await import('./example-code.tsx')).ExampleCode }))

/** An example over the whole width, and below it what can be done with it. */
function ExampleView(props: Example) {
  const { example, fits } = props
  const t = useText()
  const isWriting = useRoute(({ bench }) => bench === 'query')
  return (
    <Stack gap={1} ground="sunken" className={styles['example']}>
      <pre>
        <Suspense fallback={example}>
          <ExampleCode {...props} />
        </Suspense>
      </pre>
      <Stack row gap={1} justify="end">
        {fits && isWriting ? (
          <Button onClick={() => void openWith('query.insert', { text: example, isStage: fits === 'stage' })}>
            {t('start.help.insert')}
          </Button>
        ) : null}
        {fits === 'whole' ? (
          <Button onClick={() => void openWith('query.open', { text: example })}>
            {t('start.help.open')}
          </Button>
        ) : null}
        <CopyButton text={example} />
      </Stack>
    </Stack>
  )
}
