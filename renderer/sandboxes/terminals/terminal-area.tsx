import { Fragment, useEffect } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { TerminalTab } from '#shared/terminals/terminal.ts'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { JobList } from '../jobs/job-list.tsx'
import { envOf } from '../sandboxes/presets.ts'
import { restartSandbox } from '../sandboxes/sandbox-actions.ts'
import { stateKey } from '../sandboxes/state-badge.tsx'
import { newTerminal } from '../sessions/actions.ts'
import { useTerminals } from '../sessions/view.ts'
import { TerminalPane } from './terminal-pane.tsx'
import { TerminalTabs } from './terminal-tabs.tsx'
import styles from './terminal-area.module.css'

/** The terminals of one sandbox: tabs, and in a tab one or more side by side. */
export function TerminalArea({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const place = `${sandbox.platform}/${sandbox.sandboxId}`
  const tabs = useTerminals((state) => state.tabs[place]) ?? []
  const active = useTerminals((state) => state.activeTab[place])
  const loaded = useTerminals((state) => state.loaded)
  const tab = tabs.find(({ id }) => id === active) ?? tabs[0]
  const running = sandbox.state === 'running'
  const waiting = useTerminals((state) =>
    tabs.flatMap(({ panes }) => panes).reduce((sum, id) => sum + (state.terminals[id]?.queue.length ?? 0), 0),
  )
  useEffect(() => {
    if (loaded && running && (useTerminals.getState().tabs[place] ?? []).length === 0) {
      void newTerminal(sandbox, { env: envOf(place), first: true }).catch(() => undefined)
    }
    // A first terminal is opened for the sandbox, not for each of its records.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [loaded, running, place])
  return (
    <div className={styles['area']}>
      <TerminalTabs sandbox={sandbox} tabs={tabs} active={tab?.id} />
      {running ? null : (
        <div className={styles['stopped']} role="status">
          <span>
            <strong>
              {sandbox.state === 'stopped'
                ? t('sandboxes.stopped.title')
                : t('sandboxes.gone.title', { state: t(stateKey(sandbox.state)) })}
            </strong>{' '}
            {t(sandbox.state === 'stopped' ? 'sandboxes.stopped.hint' : 'sandboxes.gone.hint')}
          </span>
          {sandbox.state === 'stopped' ? (
            <Button tone="primary" onClick={() => void restartSandbox(sandbox)}>
              {waiting > 0 ? t('sandboxes.restart.run', { count: waiting }) : t('sandboxes.restart')}
            </Button>
          ) : null}
        </div>
      )}
      {tab ? (
        <Panes key={tab.id} tab={tab} />
      ) : loaded && !running ? (
        <EmptyState title={t('sandboxes.blocks.none')} />
      ) : null}
      <JobList place={place} />
    </div>
  )
}

function Panes({ tab }: { readonly tab: TerminalTab }) {
  return (
    <Group id={`terminals-${tab.id}`} orientation={tab.direction} className={styles['panes']}>
      {tab.panes.map((id, index) => (
        <Fragment key={id}>
          {index > 0 ? <Separator className={styles['separator']} data-direction={tab.direction} /> : null}
          <Panel id={`pane-${id}`} minSize={120} className={styles['pane']}>
            <TerminalPane id={id} />
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}
