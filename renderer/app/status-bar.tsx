import { ToolbarSpace } from '../ui/toolbar.tsx'
import { Check, CircleHelp, Contrast } from 'lucide-react'
import { showInstant, showTime } from '../i18n/moment.ts'
import { labelled, useText } from '../i18n/text.ts'
import { useCopied } from './copy-text.ts'
import { openHelp } from './help-store.ts'
import { shownKeys } from './keys.ts'
import { openBench } from './route.ts'
import { setSetting } from './settings-store.ts'
import styles from './status-bar.module.css'
import { useConnection, useWorkbench, chooseConnection, workbench } from './workbench.ts'
import { Stack } from '../ui/stack.tsx'
import { StateDot } from '../ui/state-dot.tsx'
import { Tip } from '../ui/tip.tsx'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Notice } from '../ui/notice.tsx'
import { Popover } from '../ui/popover.tsx'
import { Row } from '../ui/row.tsx'
import { Text } from '../ui/text.tsx'
import { Truncate } from '../ui/truncate.tsx'
import { logWords } from './log-words.ts'
import { useConnectionLog } from './use-connection-log.ts'
import { isKeyRefused, stateMessage } from './connection-state.ts'
import { EnterKey } from './enter-key.tsx'
import { FailureText } from './failure-text.tsx'

/** What the toggle comes back to from light. */
let dark: 'dark' | 'contrast' = 'dark'

function toggleTheme(): void {
  const { theme } = document.documentElement.dataset
  if (theme !== 'light') dark = theme === 'contrast' ? 'contrast' : 'dark'
  void setSetting('app.theme', theme === 'light' ? dark : 'light')
}

/** The state of every connection, always visible. */
export function StatusBar() {
  const t = useText()
  const { link, connections } = useWorkbench()
  const model = useConnection('model')
  const platform = useConnection('platform')
  const used = [model, platform].flatMap((connection) => (connection ? [connection] : []))
  // Built-in samples that were never started are not listed.
  const others = connections.filter(
    (connection) => !used.includes(connection) && !(connection.embedded && connection.state === 'stopped'),
  )
  return (
    <Stack
      as="footer"
      row
      align="stretch"
      gap={0.5}
      pad={[0, 1.5]}
      line="top"
      ground="ground"
      tone="quiet"
      small
      className={styles['bar']}
      aria-label={t('app.status')}
    >
      {/* While the core is unreachable, these states may be stale. */}
      <span className={styles['chips']} data-away={link !== 'open' || undefined}>
        {used.map((connection) => (
          <ConnectionChip key={connection.id} connection={connection} />
        ))}
      </span>
      {others.length > 0 ? <FurtherConnections connections={others} /> : null}
      <ToolbarSpace />
      <Copied />
      <Tip text={t('app.help.open')} named keys={shownKeys('app.help')}>
        <button
          type="button"
          className={styles['button']}
          style={{ flex: 'none' }}
          onClick={() => openHelp()}
          aria-label={t('app.help.open')}
        >
          <CircleHelp size={13} aria-hidden />
        </button>
      </Tip>
      <Tip text={t('app.theme.toggle')} named keys={shownKeys('app.theme.toggle')}>
        <button
          type="button"
          className={styles['button']}
          style={{ flex: 'none' }}
          onClick={toggleTheme}
          aria-label={t('app.theme.toggle')}
        >
          <Contrast size={13} aria-hidden />
        </button>
      </Tip>
    </Stack>
  )
}

/** The connections beside the two in use, such as the samples that a guide started: how many, and on a press which. */
function FurtherConnections({ connections }: { readonly connections: readonly Connection[] }) {
  const t = useText()
  // A connection that needs a sign-in has not failed.
  const failed = connections.filter(
    (connection) => stateMessage(connection) === 'app.state.failed' || isKeyRefused(connection),
  ).length
  const count = t(failed > 0 ? 'app.connection.othersFailed' : 'app.connection.others', {
    count: connections.length,
    failed,
  })
  return (
    <Popover
      label={count}
      side="top"
      trigger={
        <button type="button" className={styles['button']}>
          {failed > 0 ? <StateDot state="failed" /> : null}
          <Truncate>{count}</Truncate>
        </button>
      }
    >
      <h2>{count}</h2>
      <Text as="p" tone="quiet">
        {t('app.connection.others.text')}
      </Text>
      <List label={count} items={connections} keyOf={({ id }) => id}>
        {(connection) => (
          <Row
            icon={<StateDot state={connection.state} />}
            label={connection.name}
            detail={t(stateMessage(connection))}
            onClick={() => void openBench('console')}
          />
        )}
      </List>
    </Popover>
  )
}

function Copied() {
  const t = useText()
  const copied = useCopied((state) => state.copied)
  return (
    <Stack row tone="good" role="status">
      {copied ? (
        <Badge tone="good">
          <Check size={12} aria-hidden /> {t('ui.copied')}
        </Badge>
      ) : null}
    </Stack>
  )
}

function ConnectionLogView({ id }: { readonly id: string }) {
  const t = useText()
  const lines = useConnectionLog(id)
  return (
    // A scrollable region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles['log']} tabIndex={0} aria-label={t('app.connection.log')}>
      {lines.length === 0
        ? t('app.connection.noLog')
        : lines.map((line) => `${showInstant(line.at)}  ${logWords(t, line)}`).join('\n')}
    </pre>
  )
}

function Facts({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const { pid, restarts, since, runtime, isolated, server, address, consent } = connection
  const facts = [
    server ? `${server.name} ${server.version}` : undefined,
    server?.protocol ? `MCP ${server.protocol}` : undefined,
    address,
    pid === undefined ? undefined : t('app.connection.pid', { pid: String(pid) }),
    runtime === undefined ? undefined : t('app.connection.isolation', { runtime }),
    isolated === false ? t('app.connection.notIsolated') : undefined,
    // A program that may not start yet has no history.
    consent ? undefined : t('app.connection.since', { time: showTime(since) }),
    consent ? undefined : t('app.connection.restarts', { count: restarts }),
  ]
  return (
    <Text as="p" tone="quiet" breaks>
      {facts.filter(Boolean).join(' · ')}
    </Text>
  )
}

/** The other connections of the same kind, to switch to. */
function Others({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  const ofKind = connections.filter(({ kind }) => kind === connection.kind)
  if (ofKind.length < 2) return null
  return (
    <Field
      label={t(connection.kind === 'platform' ? 'app.connection.use.platform' : 'app.connection.use.model')}
    >
      <Select
        value={connection.id}
        onChange={(event) => void chooseConnection({ kind: connection.kind, id: event.target.value })}
      >
        {ofKind.map((one) => (
          <option key={one.id} value={one.id}>
            {labelled(one.name, t(stateMessage(one)))}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** A connection in the status bar; a popover has its details, log and actions. */
function ConnectionChip({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const { id, name, state, failure } = connection
  const act = (verb: 'start' | 'stop' | 'restart') => () => void workbench.call(`connections.${verb}`, { id })
  return (
    <Popover
      label={name}
      side="top"
      trigger={
        <button type="button" className={styles['button']}>
          <StateDot state={state} />
          <Truncate title={undefined}>{name}</Truncate>
          {state === 'ready' ? (
            <span className="visually-hidden">{t('app.state.ready')}</span>
          ) : (
            <Truncate tone="quiet">{t(stateMessage(connection))}</Truncate>
          )}
        </button>
      }
    >
      <Stack row gap={2}>
        <StateDot state={state} />
        <h2>{name}</h2>
        <span>{t(stateMessage(connection))}</span>
      </Stack>
      <Facts connection={connection} />
      {failure ? (
        <Notice tone="bad">
          <p>
            <FailureText failure={failure} />
          </p>
          {failure.lastLines.length > 0 ? (
            <pre aria-label={t('app.connection.lastLines')}>{failure.lastLines.slice(-5).join('\n')}</pre>
          ) : null}
        </Notice>
      ) : null}
      <Others connection={connection} />
      <Stack row gap={2} wrap>
        <EnterKey connection={connection} />
        <Button onClick={act('restart')}>{t('app.connection.restart')}</Button>
        {state === 'stopped' || state === 'failed' ? (
          <Button onClick={act('start')}>{t('app.connection.start')}</Button>
        ) : (
          <Button onClick={act('stop')}>{t('app.connection.stop')}</Button>
        )}
      </Stack>
      <ConnectionLogView id={id} />
    </Popover>
  )
}
