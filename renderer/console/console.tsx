import { Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useCommands } from '../app/commands.ts'
import { useText } from '../i18n/text.ts'
import { useHandover } from '../app/handover.ts'
import { useConnection, useWorkbench } from '../app/workbench.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Split } from '../ui/split.tsx'
import { StateDot } from '../ui/state-dot.tsx'
import { useAbility, type Ability } from '../authoring/views/use-ability.ts'
import { WritesView } from '../authoring/writes-view.tsx'
import { ConnectionDialog } from './connection/connection-dialog.tsx'
import { consoleCommands } from './console-commands.ts'
import { consoleTabs, useConsole, type ConsoleTab } from './console-store.ts'
import styles from './console.module.css'
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

const PLATFORM_TABS: readonly ConsoleTab[] = ['overview', 'log']

interface ViewProps {
  readonly connection: Connection
  readonly tab: ConsoleTab
  readonly ability: Ability
}

/** The views that ask the server. What was typed into one, and what became of it, stays while others are looked at. */
const ASKING = ['tools', 'resources', 'prompts'] as const

const isAsking = (tab: ConsoleTab): tab is (typeof ASKING)[number] => ASKING.some((name) => name === tab)

/** Opened once the server is there; a server that goes away under them does not take them along. */
function AskingViews({ connection, tab }: Omit<ViewProps, 'ability'>) {
  const t = useText()
  const { id, state } = connection
  const [opened, setOpened] = useState<readonly ConsoleTab[]>([])
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

function View({ connection, tab, ability }: ViewProps) {
  const { id, kind } = connection
  if (tab === 'overview') return <Overview connection={connection} />
  if (tab === 'log') return <LogView connection={id} model={kind === 'model'} />
  if (tab === 'trace') return <TraceView connection={id} />
  // What was drafted, and what became of it, stays in sight while the server is away.
  if (tab === 'write') return <WritesView key={id} connection={connection} ability={ability} />
  return null
}

/** Something was handed over to be edited: on the model server that the benches use. */
function useHandedOver(): void {
  const parcel = useHandover((state) => state.parcels['writes'])
  const model = useConnection('model')?.id
  useEffect(() => {
    if (parcel !== undefined && model !== undefined) useConsole.setState({ connection: model, tab: 'write' })
  }, [parcel, model])
}

/** The tabs that a connection has; a platform is asked by its own bench, and not every server can be written to. */
function tabsOf(connection: Connection | undefined, ability: Ability): readonly ConsoleTab[] {
  if (connection?.kind === 'platform') return PLATFORM_TABS
  return ability === 'none' ? consoleTabs.filter((tab) => tab !== 'write') : consoleTabs
}

/** Every connection, and every MCP server by hand: tools, resources, prompts, what went over the wire, what was logged. */
export function Console() {
  const t = useText()
  useCommands(useMemo(() => consoleCommands(t), [t]))
  useHandedOver()
  const connections = useWorkbench((state) => state.connections)
  const { connection: chosen, tab } = useConsole()
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0]
  const ability = useAbility(connection)
  const tabs = tabsOf(connection, ability)
  const shown = tabs.includes(tab) ? tab : 'overview'
  useEffect(() => {
    if (chosen === undefined && connection) useConsole.setState({ connection: connection.id })
  }, [chosen, connection])
  return (
    <>
      <Split id="console" direction="horizontal" first={18}>
        <ConnectionList selected={connection?.id} />
        {connection ? (
          <>
            <div className={styles['tabs']} role="tablist" aria-label={connection.name}>
              {tabs.map((name) => (
                <button
                  key={name}
                  type="button"
                  role="tab"
                  aria-selected={name === shown}
                  {...(name === 'write' && ability === 'off'
                    ? { 'data-off': true, title: t('writes.off.title') }
                    : {})}
                  onClick={() => useConsole.setState({ tab: name })}
                >
                  {t(`console.tab.${name}`)}
                </button>
              ))}
            </div>
            <div className={styles['view']} role="tabpanel" aria-label={t(`console.tab.${shown}`)}>
              <View connection={connection} tab={shown} ability={ability} />
              <AskingViews key={connection.id} connection={connection} tab={shown} />
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
