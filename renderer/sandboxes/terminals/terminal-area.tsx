import { ChevronDown, Columns2, Plus, Rows2, Settings2 } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useState } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { groupsOf } from '#shared/terminals/tab.ts'
import { placeOf, type TerminalStatus, type TerminalTab } from '#shared/terminals/terminal.ts'
import { Form, Stack } from '../../ui/stack.tsx'
import { shownKeys } from '../../app/keys.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { type TabItem, Tabs } from '../../ui/tabs.tsx'
import split from '../../ui/split.module.css'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { JobList } from '../jobs/job-list.tsx'
import { envOf, useStartMemory, parseEnv } from '../sandboxes/start-memory.ts'
import { restartSandbox } from '../sandboxes/sandbox-actions.ts'
import { useOpensTerminal } from '../sandboxes/sandbox-store.ts'
import { didNotStart } from '#shared/sandbox/states.ts'
import { stopReason, translateSentence } from '../sandboxes/platform-sentences.ts'
import { stateKey } from '../sandboxes/state-badge.tsx'
import { restartOff, stoppedHint } from '../sandboxes/title.ts'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { changeTerminal, closeTerminal, newTerminal, showTab, splitTerminal } from '../sessions/actions.ts'
import { frontTab, terminalOf, type TerminalView, useTerminals } from '../sessions/view.ts'
import formStyles from '../sandboxes/start-dialog.module.css'
import { TerminalPane } from './terminal-pane.tsx'
import styles from './terminal-area.module.css'

/* oxlint-disable jsx-a11y/no-autofocus -- the first field of a dialog that was just asked for */

interface NewTerminalDialogProps {
  readonly sandbox: SandboxInfo
  /** The sandbox's own environment. */
  readonly env: Readonly<Record<string, string>>
  close(): void
}

/** Creates a terminal with a specific user, directory and environment. */
function NewTerminalDialog({ sandbox, env, close }: NewTerminalDialogProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [user, setUser] = useState('')
  const [cwd, setCwd] = useState('')
  const [plain, setPlain] = useState(false)
  const [text, setText] = useState(() =>
    Object.entries(env)
      .map(([key, value]) => `${key}=${value}`)
      .join('\n'),
  )
  const parsed = parseEnv(text)
  const open = (): void => {
    if (!('env' in parsed)) return
    const given = (value: string): string | undefined => value.trim() || undefined
    const own = { name: given(name), remoteUser: given(user), cwd: given(cwd) }
    void newTerminal(sandbox, { env: parsed.env, plain, ...own }).catch(() => undefined)
    close()
  }
  return (
    <Dialog open onOpenChange={close} title={t('sandboxes.new.title')}>
      <Form className={formStyles['form']} onSubmit={open}>
        <Field label={t('sandboxes.new.name')}>
          <Input value={name} autoFocus onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('sandboxes.new.user')} hint={t('sandboxes.new.user.hint')}>
          <Input value={user} onChange={(event) => setUser(event.target.value)} />
        </Field>
        <Field label={t('sandboxes.new.cwd')}>
          <Input value={cwd} onChange={(event) => setCwd(event.target.value)} />
        </Field>
        <div className={formStyles['wide']}>
          <Field
            label={t('sandboxes.start.env')}
            error={'badLine' in parsed ? t('sandboxes.start.env.bad', { line: parsed.badLine }) : undefined}
          >
            <textarea
              className={formStyles['env']}
              rows={3}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </div>
        <label className={formStyles['wide']}>
          <input type="checkbox" checked={plain} onChange={(event) => setPlain(event.target.checked)} />{' '}
          {t('sandboxes.new.plain')}
        </label>
        <div className={formStyles['wide']}>
          <DialogActions>
            <Button onClick={close}>{t('sandboxes.cancel')}</Button>
            <Button type="submit" tone="primary" reason={'badLine' in parsed ? t('ui.wrong') : undefined}>
              {t('sandboxes.new.open')}
            </Button>
          </DialogActions>
        </div>
      </Form>
    </Dialog>
  )
}

/** The terminals of one sandbox: tabs with one or more panes each. */
export function TerminalArea({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const place = placeOf(sandbox)
  const tabs = useTerminals((state) => state.tabs[place]) ?? []
  const tab = useTerminals((state) => frontTab(state, place))
  const terminals = useTerminals((state) => state.terminals)
  const loaded = useTerminals((state) => state.loaded)
  const [renamed, setRenamed] = useState<string>()
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const running = sandbox.state === 'running'
  const noChange = useUnsupportedFeature()('change', sandbox.platform)
  const opens = useOpensTerminal(sandbox) && noChange === undefined
  const panesOf = (id: string): readonly string[] => tabs.find((one) => one.id === id)?.panes ?? []
  useEffect(() => {
    if (loaded && running && opens && (useTerminals.getState().tabs[place] ?? []).length === 0) {
      void newTerminal(sandbox, { env: envOf(place), first: true }).catch(() => undefined)
    }
    // The first terminal is opened once per sandbox, not per update of its record.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [loaded, running, opens, place])
  const items = tabs.map(({ id, panes }) =>
    tabItem(
      t,
      id,
      panes.flatMap((pane) => terminals[pane] ?? []),
    ),
  )
  return (
    <Stack grow>
      <Tabs
        label={t('sandboxes.tabs')}
        tabs={items}
        value={tab?.id}
        onChange={(id) => showTab(place, id, panesOf(id)[0] ?? '')}
        closing={{
          label: t('sandboxes.close', { name: items.find(({ id }) => id === tab?.id)?.label }),
          close: (id) => panesOf(id).forEach(closeTerminal),
        }}
        renaming={{
          id: renamed,
          label: t('sandboxes.rename', { name: items.find(({ id }) => id === renamed)?.label }),
          start: setRenamed,
          end: (name) => {
            const [first] = panesOf(renamed ?? '')
            if (first !== undefined && name !== undefined) changeTerminal(first, { name })
            setRenamed(undefined)
          },
        }}
        beside={
          <>
            <WaysToOpen sandbox={sandbox} tab={tab} />
            <div ref={setBar} className={styles['bar']} />
          </>
        }
      >
        {running ? null : <NotRunning sandbox={sandbox} tabs={tabs} />}
        {tab ? (
          <Panes key={tab.id} tab={tab} bar={bar} />
        ) : loaded && !running ? (
          <EmptyState title={t('sandboxes.blocks.none')} />
        ) : loaded && !opens ? (
          <EmptyState
            title={t('sandboxes.terminals.none')}
            hint={noChange}
            action={
              <Button
                tone="primary"
                reason={noChange}
                onClick={() =>
                  void newTerminal(sandbox, { env: envOf(place), first: true }).catch(() => undefined)
                }
              >
                {t('sandboxes.new')}
              </Button>
            }
          />
        ) : null}
      </Tabs>
      <JobList place={place} />
    </Stack>
  )
}

/** How a terminal's state looks: as a connection's does. */
const DOTS = {
  opening: 'stopped',
  ready: 'ready',
  running: 'running',
  paused: 'backoff',
  ended: 'failed',
  closed: 'stopped',
} as const satisfies Record<TerminalStatus, ComponentProps<typeof StateDot>['state']>

/** A tab: names and states of its terminals, and commands that ended unseen. */
function tabItem(t: Text, id: string, panes: readonly TerminalView[]): TabItem {
  const label = panes.map(({ name }) => name).join(' | ')
  const unseen = panes.reduce((sum, pane) => sum + pane.unseen, 0)
  const status = panes.find((pane) => pane.status === 'running')?.status ?? panes[0]?.status ?? 'closed'
  const percent = panes.find(({ progress }) => progress?.percent !== undefined)?.progress?.percent
  const mark: ReactNode = (
    <>
      <StateDot state={DOTS[status]} />
      <span className="visually-hidden">{t(`sandboxes.status.${status}`)}</span>
      {status === 'running' && percent !== undefined ? <small>{percent} %</small> : null}
      {unseen > 0 ? <Badge tone="accent">{unseen}</Badge> : null}
    </>
  )
  return { id, label, mark, title: t('sandboxes.rename', { name: label }) }
}

/** A new terminal in a new tab, and a menu of other ways: with options, or beside the focused one. */
function WaysToOpen({
  sandbox,
  tab,
}: {
  readonly sandbox: SandboxInfo
  readonly tab: TerminalTab | undefined
}) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const env = useStartMemory((state) => state.env[placeOf(sandbox)]) ?? {}
  const noChange = useUnsupportedFeature()('change', sandbox.platform)
  const off = noChange ?? (sandbox.state === 'running' ? undefined : t('sandboxes.notRunning'))
  const alone = off ?? (tab === undefined ? t('sandboxes.split.none') : undefined)
  const split = (direction: TerminalTab['direction']): void => {
    const focused = terminalOf(useTerminals.getState().focused ?? '') ?? terminalOf(tab?.panes[0] ?? '')
    if (focused) splitTerminal(focused, direction)
  }
  return (
    <>
      <IconButton
        label={t('sandboxes.new')}
        icon={Plus}
        reason={off}
        onClick={() => void newTerminal(sandbox, { env }).catch(() => undefined)}
      />
      <Menu
        label={t('sandboxes.new.more')}
        icon={ChevronDown}
        align="start"
        entries={() => [
          {
            label: t('sandboxes.new.options'),
            icon: Settings2,
            disabled: off,
            takesFocus: true,
            act: () => setAsking(true),
          },
          {
            label: t('sandboxes.split.right'),
            icon: Columns2,
            keys: shownKeys('sandboxes.split.right'),
            disabled: alone,
            takesFocus: true,
            act: () => split('horizontal'),
          },
          {
            label: t('sandboxes.split.down'),
            icon: Rows2,
            keys: shownKeys('sandboxes.split.down'),
            disabled: alone,
            takesFocus: true,
            act: () => split('vertical'),
          },
        ]}
      />
      {asking ? <NewTerminalDialog sandbox={sandbox} env={env} close={() => setAsking(false)} /> : null}
    </>
  )
}

/** Why the terminals accept no input, and how to fix it. */
function NotRunning({
  sandbox,
  tabs,
}: {
  readonly sandbox: SandboxInfo
  readonly tabs: readonly TerminalTab[]
}) {
  const t = useText()
  const waiting = useTerminals((state) =>
    tabs.flatMap(({ panes }) => panes).reduce((sum, id) => sum + (state.terminals[id]?.queue.length ?? 0), 0),
  )
  const { state } = sandbox
  const noChange = useUnsupportedFeature()('restart', sandbox.platform)
  const why = stopReason(sandbox)
  if (didNotStart(sandbox)) return <Notice role="status">{t('sandboxes.notStarted')}</Notice>
  if (state === 'pending') return <Notice role="status">{t('sandboxes.pending')}</Notice>
  return (
    <Notice
      role="status"
      action={
        // The header can restart it, too; only here it says that queued lines run then.
        state === 'stopped' && waiting > 0 && restartOff(t, sandbox) === undefined ? (
          <Button tone="primary" reason={noChange} onClick={() => void restartSandbox(sandbox)}>
            {t('sandboxes.restart.run', { count: waiting })}
          </Button>
        ) : null
      }
    >
      <strong>
        {state === 'stopped'
          ? why === undefined
            ? t('sandboxes.stopped.title')
            : translateSentence(t, why)
          : t('sandboxes.gone.title', { state: t(stateKey(state)).toLowerCase() })}
      </strong>{' '}
      {state === 'stopped' ? stoppedHint(t, sandbox) : t('sandboxes.gone.hint')}
    </Notice>
  )
}

/**
 * The panes of a tab: groups side by side, with perpendicular panes inside. A single terminal has its command
 * bar beside the tabs, leaving the height to the screen; with several, each has its own.
 */
function Panes({ tab, bar }: { readonly tab: TerminalTab; readonly bar: HTMLElement | null }) {
  const apart = tab.panes.length > 1
  const across = tab.direction === 'horizontal' ? 'vertical' : 'horizontal'
  return (
    <PaneGroup id={`terminals-${tab.id}`} direction={tab.direction} members={groupsOf(tab)}>
      {(group) =>
        group.length === 1 ? (
          <TerminalPane id={group[0] ?? ''} bar={apart ? undefined : bar} />
        ) : (
          <PaneGroup
            id={`terminals-${tab.id}-${group[0]}`}
            direction={across}
            members={group.map((id) => [id])}
          >
            {([id = '']) => <TerminalPane id={id} bar={undefined} />}
          </PaneGroup>
        )
      }
    </PaneGroup>
  )
}

interface PaneGroupProps {
  readonly id: string
  readonly direction: TerminalTab['direction']
  /** Terminal ids per group. */
  readonly members: readonly (readonly string[])[]
  children(member: readonly string[]): ReactNode
}

function PaneGroup({ id, direction, members, children }: PaneGroupProps) {
  return (
    <Group id={id} orientation={direction} className={split['group']}>
      {members.map((member, index) => (
        <Fragment key={member[0]}>
          {index > 0 ? <Separator className={split['separator']} data-direction={direction} /> : null}
          <Panel id={`pane-${member[0]}`} minSize={120} className={split['pane']}>
            {children(member)}
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}
