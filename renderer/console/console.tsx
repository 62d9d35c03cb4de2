import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { type Ability, type Bench, benchesInside, ConnectionContext } from '../app/bench.ts'
import { useCommandHandlers } from '../app/commands.ts'
import { useText } from '../i18n/text.ts'
import { useRoute } from '../app/route.ts'
import { useConnection, useWorkbench } from '../app/workbench.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Split } from '../ui/split.tsx'
import { StateDot } from '../ui/state-dot.tsx'
import { ConnectionDialog } from './connection/connection-dialog.tsx'
import { consoleTabs, useConsole } from './parts/console-store.ts'
import styles from './parts/console.module.css'
import { LogView } from './log-view.tsx'
import { Overview } from './overview.tsx'
import { PromptsView } from './prompts-view.tsx'
import { ResourcesView } from './resources-view.tsx'
import { ToolsView } from './tools-view.tsx'
import { TraceView } from './trace-view.tsx'

function ConnectionList({ selected }: { readonly selected: string | undefined }) {
  const t = useText()
  const connections = useWorkbench((state) => state.connections)
  return (
    <div className={styles['list']}>
      <div className={styles['listHead']}>
        <h1>{t('console.connections')}</h1>
        <IconButton
          label={t('console.add.title')}
          icon={Plus}
          onClick={() => useConsole.setState({ editing: {} })}
        />
      </div>
      <ul aria-label={t('console.connections')}>
        {connections.map(({ id, name, state, kind, transport }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === selected}
              onClick={() => useConsole.setState({ connection: id })}
            >
              <span>
                <StateDot state={state} />
                {name}
              </span>
              <small>
                {t('console.connection.note', {
                  kind: t(`console.kindOf.${kind}`),
                  transport: t(`console.transport.${transport}`),
                  state: t(`app.state.${state}`),
                })}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const PLATFORM_TABS: ReadonlySet<string> = new Set(['overview', 'log'])

/** The views that ask the server. What was typed into one, and what became of it, stays while others are looked at. */
const ASKING = ['tools', 'resources', 'prompts'] as const

const isAsking = (tab: string): tab is (typeof ASKING)[number] => ASKING.some((name) => name === tab)

interface ViewProps {
  readonly connection: Connection
  readonly tab: string
}

/** Opened once the server is there; a server that goes away under them does not take them along. */
function AskingViews({ connection, tab }: ViewProps) {
  const t = useText()
  const { id, state } = connection
  const [opened, setOpened] = useState<readonly string[]>([])
  if (isAsking(tab) && state === 'ready' && !opened.includes(tab)) setOpened([...opened, tab])
  const away =
    state === 'ready'
      ? undefined
      : t('console.notReady', { name: connection.name, state: t(`app.state.${state}`) })
  return (
    <>
      {!isAsking(tab) || away === undefined ? null : opened.includes(tab) ? (
        <p role="status" className={styles['away']}>
          {away}. {t('console.notReadyHint')}
        </p>
      ) : (
        <EmptyState title={away} hint={t('console.notReadyHint')} />
      )}
      {ASKING.filter((name) => opened.includes(name)).map((name) => (
        <div key={name} className={styles['asking']} hidden={name !== tab}>
          {name === 'tools' ? <ToolsView connection={id} /> : null}
          {name === 'resources' ? <ResourcesView connection={id} /> : null}
          {name === 'prompts' ? <PromptsView connection={id} /> : null}
        </div>
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

/** The bench that the console shows as a tab of a connection, and whether it has anything to do there. */
function useBenchInside(connection: Connection | undefined): {
  readonly bench: Bench | undefined
  readonly ability: Ability
} {
  // Benches are registered once, before the first of them is drawn: the hook is always the same one.
  const [bench] = benchesInside('console')
  const ability = bench?.useAbility?.(connection) ?? 'none'
  return { bench: ability === 'none' ? undefined : bench, ability }
}

/** Shows the bench inside that was asked for, on the model server that the benches use. */
function useAskedInside(): void {
  const inside = useRoute((state) => state.inside)
  const model = useConnection('model')?.id
  useEffect(() => {
    if (inside === undefined || model === undefined) return
    useConsole.setState({ connection: model, tab: inside })
    useRoute.setState({ inside: undefined })
  }, [inside, model])
}

interface ConsoleTabsProps {
  readonly connection: Connection
  readonly shown: string
  /** What stands in a tab's place: its title, and whether it is switched off at the server. */
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly off?: string | undefined }[]
}

function ConsoleTabs({ connection, shown, tabs }: ConsoleTabsProps) {
  return (
    <div className={styles['tabs']} role="tablist" aria-label={connection.name}>
      {tabs.map(({ id, title, off }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === shown}
          {...(off === undefined ? {} : { 'data-off': true, title: off })}
          onClick={() => useConsole.setState({ tab: id })}
        >
          {title}
        </button>
      ))}
    </div>
  )
}

/** Every connection, and every MCP server by hand: tools, resources, prompts, what went over the wire, what was logged. */
export function Console() {
  const t = useText()
  useCommandHandlers({
    'console.add': () => useConsole.setState({ editing: {} }),
    ...Object.fromEntries(
      consoleTabs.map((tab) => [`console.tab.${tab}`, () => useConsole.setState({ tab })]),
    ),
  })
  useAskedInside()
  const connections = useWorkbench((state) => state.connections)
  const { connection: chosen, tab } = useConsole()
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0]
  const { bench, ability } = useBenchInside(connection)
  // A platform is asked by its own bench.
  const own: ConsoleTabsProps['tabs'] = consoleTabs
    .filter((name) => connection?.kind !== 'platform' || PLATFORM_TABS.has(name))
    .map((name) => ({ id: name, title: t(`console.tab.${name}`) }))
  const traffic = own.findIndex(({ id }) => id === 'trace' || id === 'log')
  const off = ability === 'off' ? t('console.off') : undefined
  const tabs = bench ? own.toSpliced(traffic, 0, { id: bench.id, title: t(bench.title), off }) : own
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0]
  useEffect(() => {
    if (chosen === undefined && connection) useConsole.setState({ connection: connection.id })
  }, [chosen, connection])
  return (
    <>
      <Split id="console" direction="horizontal" first={18}>
        <ConnectionList selected={connection?.id} />
        {connection && shown ? (
          <>
            <ConsoleTabs connection={connection} shown={shown.id} tabs={tabs} />
            <div className={styles['view']} role="tabpanel" aria-label={shown.title}>
              <View connection={connection} tab={shown.id} />
              {/* What was drafted, and what became of it, stays in sight while the server is away. */}
              {bench && shown.id === bench.id ? (
                <ConnectionContext value={{ connection, ability }}>
                  <bench.view.View />
                </ConnectionContext>
              ) : null}
              <AskingViews key={connection.id} connection={connection} tab={shown.id} />
            </div>
          </>
        ) : (
          <EmptyState title={t('ui.loading')} />
        )}
      </Split>
      <ConnectionDialog />
    </>
  )
}
