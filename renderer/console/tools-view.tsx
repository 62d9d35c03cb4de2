import { Eye, type LucideIcon, PencilLine, Wrench } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PastCall } from '#shared/documents/console.ts'
import { translateServerText, useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Split } from '../ui/split.tsx'
import { Form, Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { respells } from '../form/field-name.tsx'
import { initialValue, type FormSchema } from '../form/schema.ts'
import { JsonField } from '../form/json-field.tsx'
import { SchemaForm } from '../form/schema-form.tsx'
import { toolSchema, type Tool } from '../mcp/protocol.ts'
import { useListing } from '../mcp/use-listing.ts'
import { chooseTool, useConsole } from './parts/console-store.ts'
import styles from './parts/console.module.css'
import { CheckedFields, useChecked } from './parts/checked-form.tsx'
import { useWaiting, WaitingFields } from './parts/waiting.tsx'
import { ItemList } from './item-list.tsx'
import { savedCalls, withCall } from './saved-calls/saved-calls.ts'
import { SavedCallsView } from './saved-calls/saved-calls-view.tsx'
import { RequestStatus } from './request-status.tsx'
import { useRequest } from './use-request.ts'
import { AppAnswer } from './apps/app-answer.tsx'
import { appOf } from './apps/app-conversation.ts'
import { CopyCall } from './copy-call.tsx'
import { type Answer, hasFailed, ResultView } from './result-view.tsx'

const HINTS = [
  { name: 'readOnlyHint', word: 'console.tool.readOnly', tone: 'good' },
  { name: 'destructiveHint', word: 'console.tool.destructive', tone: 'warning' },
  { name: 'idempotentHint', word: 'console.tool.idempotent', tone: 'neutral' },
  { name: 'openWorldHint', word: 'console.tool.openWorld', tone: 'neutral' },
] as const

/** A server's hints about a tool; the texts say that they are not guarantees. */
function Hints({ tool }: { readonly tool: Tool }) {
  const t = useText()
  const { annotations = {} } = tool
  const hints = HINTS.filter(({ name }) => annotations[name] === true)
  if (hints.length === 0 && !tool.outputSchema && tool.execution?.taskSupport !== 'required') return null
  return (
    <Stack as="span" row align="stretch" gap={1.5}>
      {hints.map(({ name, word, tone }) => (
        <Badge key={name} tone={tone}>
          {t(word)}
        </Badge>
      ))}
      {tool.outputSchema ? <Badge>{t('console.tool.outputSchema')}</Badge> : null}
      {tool.execution?.taskSupport === 'required' ? <Badge>{t('console.tool.task')}</Badge> : null}
    </Stack>
  )
}

/** Native validation would block the form before ours runs. */
const OWN_CHECKS = { noValidate: true }

/** Height in px of the button row, which is sticky. */
const ABOVE_AND_BELOW = 56
/** Height in px reserved for an app before it reports its size, with what is said around it, so that it can be scrolled to whole. */
const APP_ROOM = 660

type HowItWent = NonNullable<Awaited<ReturnType<ReturnType<typeof useRequest>['send']>>>

function outcomeOf({ answer, failure }: HowItWent): PastCall['outcome'] {
  if (failure) return failure.code === 'CANCELLED' ? 'cancelled' : 'failed'
  return answer?.error || answer?.result?.['isError'] === true ? 'error' : 'ok'
}

/** Typed arguments by connection and tool, so that they are still there on return. */
const drafts = new Map<string, Record<string, unknown>>()
interface ToolCallProps {
  readonly connection: string
  readonly tool: Tool
  /** All tools the app may call. */
  readonly tools: readonly Tool[]
}

function ToolCall({ connection, tool, tools }: ToolCallProps) {
  const t = useText()
  const schema = tool.inputSchema as FormSchema
  const place = `${connection}/${tool.name}`
  const kind = useMemo(() => ({ connection, tool: tool.name }), [connection, tool.name])
  const [value, setValue] = useState(
    () =>
      drafts.get(place) ??
      ((initialValue({ type: 'object', ...schema }, schema) ?? {}) as Record<string, unknown>),
  )
  useEffect(() => void drafts.set(place, value), [place, value])
  // Without a schema, the arguments are unknown instead.
  const takesNothing = schema.properties !== undefined && Object.keys(schema.properties).length === 0
  const [asJson, setAsJson] = useState(false)
  const { taskSupport } = tool.execution ?? {}
  const [isTask, setTask] = useState(taskSupport === 'required')
  const { how: patience, ...waiting } = useWaiting(place)
  const request = useRequest(connection)
  const replay = useConsole((state) => state.replay)

  useEffect(() => {
    if (replay?.method !== 'tools/call' || replay.params['name'] !== tool.name) return
    setValue((replay.params['arguments'] ?? {}) as Record<string, unknown>)
    useConsole.setState({ replay: undefined })
  }, [replay, tool.name])

  const [isText, setText] = useState<boolean>()
  const [sent, setSent] = useState(value)
  const app = appOf(tool)
  const show = (answer: Answer) =>
    app === undefined || !answer.result ? (
      <ResultView answer={answer} />
    ) : (
      <AppAnswer
        connection={connection}
        uri={app}
        call={{ tool, args: sent, result: answer.result }}
        tools={tools}
        // What an app shows of an error does not look like one.
        isText={isText ?? hasFailed(answer)}
        onSwitch={setText}
      >
        <ResultView answer={answer} />
      </AppAnswer>
    )

  // Below a long form the result would be out of view.
  const outcome = useRef<HTMLDivElement>(null)
  const { answer, failure, runningSince } = request
  useEffect(() => {
    const { current } = outcome
    if (!current || !(answer ?? failure ?? runningSince)) return
    const isLow = current.getBoundingClientRect().top > window.innerHeight / 2
    current.scrollIntoView({ block: answer && isLow ? 'start' : 'nearest' })
  }, [answer, failure, runningSince])

  const checked = useChecked(schema, value)
  const wrong = asJson ? Number(!checked.isRead) : checked.wrong
  const send = async (args = value): Promise<void> => {
    const at = Date.now()
    setSent(args)
    const how = await request.send(
      'tools/call',
      { name: tool.name, arguments: args, ...(isTask ? { task: {} } : {}) },
      {
        outputSchema: tool.outputSchema,
        ...patience,
      },
    )
    if (!how) return
    const call = { args, at, milliseconds: Date.now() - at, outcome: outcomeOf(how) }
    await savedCalls.change((saved) => withCall(saved, kind, call)).catch(() => undefined)
  }
  /** Arguments written as JSON may be wrong on purpose: they need only be JSON. */
  const sendChecked = (): void => {
    if (checked.passes(asJson)) void send()
  }
  return (
    // Ctrl+Enter submits from any field; Enter alone inserts a line in long ones.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Form
      gap={3}
      grow
      scroll
      pad={[3, 4]}
      className={styles['detail']}
      {...OWN_CHECKS}
      onSubmit={sendChecked}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendChecked()
      }}
    >
      <div className={styles['sides']}>
        <Stack gap={3} className={styles['detail']}>
          <h2>{headingOf(tool)}</h2>
          <Hints tool={tool} />
          {tool.description ? (
            <Text as="p" tone="quiet">
              {translateServerText(tool.description)}
            </Text>
          ) : null}
          <SavedCallsView
            place={kind}
            args={value}
            onUse={(args) => setValue({ ...args })}
            onCall={(args) => {
              setValue({ ...args })
              void send({ ...args })
            }}
          />
          {takesNothing && !asJson ? (
            <Text as="p" tone="quiet">
              {t('console.tool.noArguments')}
            </Text>
          ) : (
            <CheckedFields checked={checked}>
              {asJson ? (
                <JsonField
                  label={t('console.form.arguments')}
                  path=""
                  rows={12}
                  value={value}
                  onChange={(next) => setValue((next ?? {}) as Record<string, unknown>)}
                />
              ) : (
                <SchemaForm schema={schema} value={value} onChange={setValue} />
              )}
            </CheckedFields>
          )}
          <Stack line="top" ground="surface" pad={[2, 4]} row gap={2} wrap className={styles['send']}>
            {wrong > 0 ? (
              <Stack row gap={2} style={{ flexBasis: '100%' }}>
                <Text tone="bad" small role="status">
                  {t('console.form.wrong', { count: wrong })}
                </Text>
                {checked.isRead ? (
                  <Button tone="quiet" onClick={() => void send()}>
                    {t('console.form.anyway')}
                  </Button>
                ) : null}
              </Stack>
            ) : null}
            <Button type="submit" tone="primary">
              {t('console.tool.call')}
            </Button>
            <Button tone="quiet" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
              {t('console.form.asJson')}
            </Button>
            {taskSupport === 'optional' ? (
              <Button tone="quiet" aria-pressed={isTask} onClick={() => setTask(!isTask)}>
                {t('console.tool.asTask')}
              </Button>
            ) : null}
            <CopyCall connection={connection} tool={tool.name} args={value} />
            <WaitingFields {...waiting} />
          </Stack>
        </Stack>
        <div
          ref={outcome}
          className={styles['outcome']}
          data-empty={t('console.tool.noAnswer')}
          style={{ scrollMarginBlock: ABOVE_AND_BELOW, minHeight: app && answer ? APP_ROOM : undefined }}
        >
          <RequestStatus state={request} cancel={request.cancel} show={show} />
        </div>
      </div>
    </Form>
  )
}

/** By what the tool declares of itself: that it only reads, or that it changes something. */
function iconOf({ annotations = {} }: Tool): LucideIcon {
  if (annotations.readOnlyHint === true) return Eye
  return annotations.destructiveHint === true ? PencilLine : Wrench
}

/** The title of a tool, unless it only respells its name, as "Query Spl Execute" does. */
const headingOf = ({ name, title }: Pick<Tool, 'name' | 'title'>): string =>
  title === undefined || respells(title, name) ? name : title

/** A server's tools, each with a form from its schema. */
export function ToolsView({ connection }: { readonly connection: string }) {
  const t = useText()
  const listing = useListing(connection, 'tools/list', 'tools', toolSchema)
  const chosen = useConsole((state) => state.tools[connection])
  const replay = useConsole((state) => state.replay)
  const replayed = replay?.method === 'tools/call' ? String(replay.params['name']) : undefined
  useEffect(() => {
    // The form consumes the replay; the tool stays selected.
    if (replayed !== undefined) chooseTool(connection, replayed)
  }, [connection, replayed])
  const wanted = replayed ?? chosen
  const tool = listing.items.find((item) => item.name === wanted) ?? listing.items[0]
  const first = wanted === undefined ? tool?.name : undefined
  useEffect(() => {
    // Title and address name what is shown, chosen or not.
    if (first !== undefined) chooseTool(connection, first)
  }, [connection, first])
  return (
    <Split id="console-tools" direction="horizontal" first={28} most={460}>
      <ItemList
        label={t('console.tab.tools')}
        listing={listing}
        selected={tool?.name}
        describe={(item) => ({
          id: item.name,
          title: item.name,
          note: translateServerText(item.description ?? item.title),
          icon: iconOf(item),
        })}
        onSelect={(name) => chooseTool(connection, name)}
      />
      {tool ? (
        <ToolCall
          key={`${connection}/${tool.name}`}
          connection={connection}
          tool={tool}
          tools={listing.items}
        />
      ) : (
        <div />
      )}
    </Split>
  )
}
