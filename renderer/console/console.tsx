import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useAddress } from '../app/address.ts'
import { type Ability, benchesInside, ConnectionContext } from '../app/bench.ts'
import { BenchHeader } from '../app/bench-header.tsx'
import { useCommandHandlers } from '../app/commands.ts'
import { useIntent } from '../app/intents.ts'
import { WordLink } from '../app/word-link.tsx'
import { useText } from '../i18n/text.ts'
import { useRoute } from '../app/route.ts'
import { stateMessage } from '../app/connection-state.ts'
import { FailureText } from '../app/failure-text.tsx'
import { useConnection, useWorkbench, workbench } from '../app/workbench.ts'
import { Button } from '../ui/button.tsx'
import { Columns, ColumnToggle } from '../ui/columns.tsx'
import { Badge } from '../ui/badge.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { List } from '../ui/list.tsx'
import { Row } from '../ui/row.tsx'
import { Tabs, type TabItem } from '../ui/tabs.tsx'
import { Notice } from '../ui/notice.tsx'
import { Stack } from '../ui/stack.tsx'
import { ToolbarSpace } from '../ui/toolbar.tsx'
import { undoRemoval } from './connection/removing.ts'
import { ConnectionDialog } from './connection/connection-dialog.tsx'
import { KindIcon } from './connection/kind-icon.tsx'
import { chooseTool, consoleTabs, showTool, useConsole } from './parts/console-store.ts'
import styles from './parts/console.module.css'
import { useOffers } from './parts/offers.ts'
import { LogView } from './log-view.tsx'
import { Overview } from './overview.tsx'
import { PromptsView } from './prompts-view.tsx'
import { useQuestions } from './parts/questions-store.ts'
import { ResourcesView } from './resources-view.tsx'
import { ToolsView } from './tools-view.tsx'
import { TraceView } from './trace-view.tsx'
import type { Question } from '#shared/workbench/areas/console.ts'
import { DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { initialValue, type FormSchema } from '../form/schema.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { CheckedFields, useChecked } from './parts/checked-form.tsx'
import { JsonBox } from './content/content-block.tsx'

type Result = Record<string, unknown> | null
interface AnswerProps {
  readonly question: Question
  answer(result: Result): void
}

/** A server's request for input, with a form from its schema. */
function Elicitation({ question, answer }: AnswerProps) {
  const t = useText()
  const schema = (question.params['requestedSchema'] ?? {}) as FormSchema
  const [value, setValue] = useState<Record<string, unknown>>(
    () => (initialValue({ type: 'object', ...schema }, schema) ?? {}) as Record<string, unknown>,
  )
  const checked = useChecked(schema, value)
  const { message, url } = question.params
  return (
    <>
      <p>{typeof message === 'string' ? message : ''}</p>
      {typeof url === 'string' ? (
        <code>{url}</code>
      ) : (
        <CheckedFields checked={checked}>
          <SchemaForm schema={schema} value={value} onChange={setValue} />
        </CheckedFields>
      )}
      <DialogActions>
        <Button onClick={() => answer(null)}>{t('console.question.decline')}</Button>
        <Button
          tone="primary"
          onClick={() => {
            if (typeof url === 'string') answer({ action: 'accept' })
            else if (checked.passes()) answer({ action: 'accept', content: value })
          }}
        >
          {t('console.question.send')}
        </Button>
      </DialogActions>
    </>
  )
}

/** A server's request for a model's reply; the user may write one, since Orrery has no model. */
function Sampling({ question, answer }: AnswerProps) {
  const t = useText()
  const [text, setText] = useState('')
  return (
    <>
      <p>
        {t('console.question.samplingText')} <WordLink term="start.help.term.console.sampling" />
      </p>
      <JsonBox value={question.params} label={t('console.question.request')} />
      <Field label={t('console.question.reply')}>
        <textarea
          className={styles['area']}
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <DialogActions>
        <Button onClick={() => answer(null)}>{t('console.question.decline')}</Button>
        <Button
          tone="primary"
          reason={text === '' ? t('ui.need') : undefined}
          onClick={() =>
            answer({
              role: 'assistant',
              model: 'person',
              stopReason: 'endTurn',
              content: { type: 'text', text },
            })
          }
        >
          {t('console.question.send')}
        </Button>
      </DialogActions>
    </>
  )
}

const FORMS = {
  'elicitation/create': Elicitation,
  'sampling/createMessage': Sampling,
} as const

/** A server's requests to the user, as cards within its connection: they wait without covering anything. */
function QuestionCards({ connection, name }: { readonly connection: string; readonly name: string }) {
  const t = useText()
  const questions = useQuestions().filter((question) => question.connection === connection)
  return questions.map((question) => {
    const Form = FORMS[question.method]
    const answer = (result: Result): void =>
      void workbench.call('console.answer', { id: question.id, result }).catch(() => undefined)
    const title = t('console.question.title', { name })
    return (
      <Stack key={question.id} as="section" gap={2} pad={3} className={styles['question']} aria-label={title}>
        <h2>{title}</h2>
        <Form question={question} answer={answer} />
      </Stack>
    )
  })
}

/** Above the view, not in the list, which is a closed drawer in a narrow window. */
function Removed() {
  const t = useText()
  const removed = useConsole((state) => state.removed)
  if (!removed) return null
  return (
    <Notice
      role="status"
      action={<Button onClick={() => void undoRemoval()}>{t('console.removed.undo')}</Button>}
      dismiss={{ act: () => useConsole.setState({ removed: undefined }) }}
    >
      {t('console.removed', { name: removed.name })}
    </Notice>
  )
}

function ConnectionList({ selected }: { readonly selected: string | undefined }) {
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  const questions = useQuestions()
  const words = (one: Connection) => ({
    kind: t(`console.kindOf.${one.kind}`),
    transport: t(`console.transport.${one.transport}`),
    state: t(stateMessage(one)),
  })
  return (
    <Stack grow scroll ground="sunken">
      <List label={t('console.connections')} items={connections} keyOf={({ id }) => id} current={selected}>
        {(one) => (
          <Row
            icon={<KindIcon connection={one} />}
            label={one.name}
            note={t('console.connection.note', words(one))}
            tooltip={t('console.connection.whole', words(one))}
            selected={one.id === selected}
            detail={
              questions.some(({ connection }) => connection === one.id) ? (
                <Badge tone="accent">{t('console.connection.asks')}</Badge>
              ) : undefined
            }
            onClick={() => useConsole.setState({ connection: one.id, removed: undefined })}
          />
        )}
      </List>
    </Stack>
  )
}

/** The views that send requests. They stay mounted, so that input and results survive a change of view. */
const ASKING = ['tools', 'resources', 'prompts'] as const

const isAsking = (tab: string): tab is (typeof ASKING)[number] => ASKING.some((name) => name === tab)

type StateWord = ReturnType<typeof stateMessage> extends `app.state.${infer Word}` ? Word : never

interface ViewProps {
  readonly connection: Connection
  readonly tab: string
}

interface AskingViewsProps extends ViewProps {
  /** The nested bench's tab, which also sends requests. */
  readonly inside: string | undefined
}

/** Says that a connection is not ready; undefined while it is. */
function awayMessage(connection: Connection) {
  const state = stateMessage(connection).slice('app.state.'.length) as StateWord
  return state === 'ready' ? undefined : (`console.away.${state}` as const)
}

/** Mounted once the server is ready, and kept when it disconnects. */
function AskingViews({ connection, tab, inside }: AskingViewsProps) {
  const t = useText()
  const { id, state } = connection
  const [opened, setOpened] = useState<readonly string[]>([])
  if (isAsking(tab) && state === 'ready' && !opened.includes(tab)) setOpened([...opened, tab])
  const away = awayMessage(connection)
  const said = away && t(away, { name: connection.name })
  const reason =
    connection.consent && state === 'stopped' ? (
      t('console.away.consent.hint')
    ) : state !== 'stopped' && connection.failure ? (
      <FailureText failure={connection.failure} />
    ) : undefined
  // Pending approval or sign-in has its button in the overview.
  const isAwaited = connection.consent !== undefined || connection.failure?.step === 'signIn'
  const start =
    state === 'stopped' || state === 'failed' ? (
      <Button
        onClick={() =>
          isAwaited
            ? useConsole.setState({ tab: 'overview' })
            : void workbench.call('connections.start', { id })
        }
      >
        {t(isAwaited ? 'console.toOverview' : 'app.connection.start')}
      </Button>
    ) : undefined
  const isInside = tab === inside
  return (
    <>
      {!(isAsking(tab) || isInside) || said === undefined ? null : isInside || opened.includes(tab) ? (
        <Stack row gap={2} pad={[2, 4]} tone="warning" small ground="warning-ground">
          <p role="status">
            {said}. {reason}
          </p>
          {start}
        </Stack>
      ) : (
        <EmptyState title={said} hint={reason} action={start} />
      )}
      {ASKING.filter((name) => opened.includes(name)).map((name) => (
        <Stack grow key={name} hidden={name !== tab}>
          {name === 'tools' ? <ToolsView connection={id} /> : null}
          {name === 'resources' ? <ResourcesView connection={id} /> : null}
          {name === 'prompts' ? <PromptsView connection={id} /> : null}
        </Stack>
      ))}
    </>
  )
}

function View({ connection, tab }: ViewProps) {
  const { id, kind } = connection
  if (tab === 'overview') return <Overview connection={connection} />
  if (tab === 'log') return <LogView connection={id} model={kind === 'model'} />
  if (tab === 'trace') return <TraceView connection={id} />
  return null
}

/** The bench nested as a tab of a connection, and whether it has content there. */
function useBenchInside(connection: Connection | undefined) {
  // Benches are registered once, before the first render, so the hook order is stable.
  const [bench] = benchesInside('console')
  const ability: Ability = bench?.useAbility?.(connection) ?? 'none'
  return { bench: ability === 'none' ? undefined : bench, ability }
}

/** Shows the requested nested bench, on the model server in use. */
function useRequestedInside(): void {
  const inside = useRoute((state) => state.inside)
  const model = useConnection('model')?.id
  useEffect(() => {
    if (inside === undefined || model === undefined) return
    useConsole.setState({ connection: model, tab: inside })
    useRoute.setState({ inside: undefined })
  }, [inside, model])
}

/** The console: all connections, and MCP servers by hand with tools, resources, prompts, trace and log. */
export function Console() {
  const t = useText()
  const [list, setList] = useState(true)
  useCommandHandlers({
    'console.add': () => useConsole.setState({ editing: {} }),
    'console.addTelemetry': () => useConsole.setState({ editing: { pane: 'telemetry' } }),
    'console.addPlatform': () => useConsole.setState({ editing: { pane: 'platform' } }),
    ...Object.fromEntries(
      consoleTabs.map((tab) => [`console.tab.${tab}`, () => useConsole.setState({ tab })]),
    ),
  })
  useRequestedInside()
  useIntent('console.edit', ({ name }) => useConsole.setState({ editing: { name } }))
  useIntent('console.tool', ({ connection, tool }) => showTool(connection, tool))
  const connections = useWorkbench((state) => state.connections)
  const { connection: chosen, tab, tools } = useConsole()
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0]
  const offers = useOffers(connection, tab)
  const { bench: inside, ability } = useBenchInside(connection)
  // A tab that a server may turn out not to have comes once that is known, instead of going away again.
  const bench = ability === 'loading' && tab !== inside?.id ? undefined : inside
  const own: readonly TabItem[] = consoleTabs
    .filter(offers)
    .map((name) => ({ id: name, label: t(`console.tab.${name}`) }))
  const traffic = own.findIndex(({ id }) => id === 'trace' || id === 'log')
  const off = ability === 'off' ? t('console.off') : undefined
  const tabs = bench ? own.toSpliced(traffic, 0, { id: bench.id, label: t(bench.title), off }) : own
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0]
  const tool = shown?.id === 'tools' && connection ? tools[connection.id] : undefined
  useAddress(
    'console',
    [connection?.id, shown?.id, tool],
    ([id, tab, tool]) => {
      useConsole.setState({ connection: id, ...(tab ? { tab } : {}) })
      if (id !== undefined && tool !== undefined) chooseTool(id, tool)
    },
    connections.length > 0,
  )
  useEffect(() => {
    // Read the store again: the address may have chosen one in this very commit.
    if (connection && useConsole.getState().connection === undefined)
      useConsole.setState({ connection: connection.id })
  }, [chosen, connection])
  return (
    <>
      <BenchHeader
        title="app.bench.console"
        object={connection?.name}
        part={tool ?? shown?.label}
        label={t('console.connections')}
      >
        <ColumnToggle
          label={t('console.connections')}
          side="left"
          open={list}
          onToggle={() => setList(!list)}
        />
        <ToolbarSpace />
        <Button onClick={() => useConsole.setState({ editing: {} })}>
          <Plus size={14} aria-hidden />
          {t('console.add.title')}
        </Button>
      </BenchHeader>
      <Removed />
      <Columns
        id="console"
        label={t('console.connections')}
        side="left"
        share={20}
        minimum={232}
        open={list}
        onOpenChange={setList}
        column={<ConnectionList selected={connection?.id} />}
      >
        {connection && shown ? (
          <Tabs
            label={connection.name}
            tabs={tabs}
            value={shown.id}
            onChange={(tab) => useConsole.setState({ tab })}
          >
            <QuestionCards connection={connection.id} name={connection.name} />
            <View connection={connection} tab={shown.id} />
            <AskingViews key={connection.id} connection={connection} tab={shown.id} inside={bench?.id} />
            {/* Drafts and results stay visible while the server is disconnected. */}
            {bench && shown.id === bench.id ? (
              <ConnectionContext value={{ connection, ability }}>
                <bench.view.View />
              </ConnectionContext>
            ) : null}
          </Tabs>
        ) : (
          <EmptyState reason="busy" title={t('ui.loading')} />
        )}
      </Columns>
      <ConnectionDialog />
    </>
  )
}
