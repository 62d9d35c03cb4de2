/* oxlint-disable jsx-a11y/no-autofocus -- the field that was just asked for */
import { Columns2, Plus, Rows2, Settings2, X } from 'lucide-react'
import { useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf, type TerminalTab } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStartMemory } from '../sandboxes/presets.ts'
import { NewTerminalDialog } from './new-terminal-dialog.tsx'
import { changeTerminal, closeTerminal, newTerminal, showTab } from '../sessions/actions.ts'
import { useTerminals } from '../sessions/view.ts'
import styles from './terminal-area.module.css'

interface TerminalTabsProps {
  readonly sandbox: SandboxInfo
  readonly tabs: readonly TerminalTab[]
  readonly active: string | undefined
}

/** The tabs of a sandbox's terminals, and the ways to open another. */
export function TerminalTabs({ sandbox, tabs, active }: TerminalTabsProps) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const place = `${sandbox.platform}/${sandbox.sandboxId}`
  const env = useStartMemory((state) => state.env[place])
  const running = sandbox.state === 'running'
  const open = (direction?: TerminalTab['direction']): void => {
    const beside = direction && active ? { tab: active, direction } : undefined
    void newTerminal(sandbox, { env: env ?? {}, beside }).catch(() => undefined)
  }
  return (
    <div className={styles['tabs']}>
      <ul className={styles['list']} aria-label={t('sandboxes.tabs')}>
        {tabs.map((tab) => (
          <Tab key={tab.id} tab={tab} active={tab.id === active} />
        ))}
      </ul>
      <IconButton label={t('sandboxes.new')} icon={Plus} disabled={!running} onClick={() => open()} />
      <IconButton
        label={t('sandboxes.new.options')}
        icon={Settings2}
        disabled={!running}
        onClick={() => setAsking(true)}
      />
      <span className={styles['space']} />
      <IconButton
        label={t('sandboxes.split.right')}
        icon={Columns2}
        disabled={!running || !active}
        onClick={() => open('horizontal')}
      />
      <IconButton
        label={t('sandboxes.split.down')}
        icon={Rows2}
        disabled={!running || !active}
        onClick={() => open('vertical')}
      />
      {asking ? <NewTerminalDialog sandbox={sandbox} env={env ?? {}} close={() => setAsking(false)} /> : null}
    </div>
  )
}

function activate(id: string): void {
  const { terminals, tabs } = useTerminals.getState()
  const place = terminals[id] && placeOf(terminals[id])
  const tab = place === undefined ? undefined : tabs[place]?.find(({ panes }) => panes.includes(id))
  if (place !== undefined && tab) showTab(place, tab.id, id)
}

function Tab({ tab, active }: { readonly tab: TerminalTab; readonly active: boolean }) {
  const t = useText()
  const [first = ''] = tab.panes
  const terminals = useTerminals((state) => state.terminals)
  const [renaming, setRenaming] = useState(false)
  const panes = tab.panes.flatMap((id) => terminals[id] ?? [])
  const name = panes.map((pane) => pane.name).join(' | ')
  const unseen = panes.reduce((sum, pane) => sum + pane.unseen, 0)
  const status = panes.find((pane) => pane.status === 'running')?.status ?? panes[0]?.status ?? 'closed'
  const rename = (value: string): void => {
    setRenaming(false)
    if (value.trim() === '') return
    changeTerminal(first, { name: value.trim() })
  }
  if (renaming) {
    return (
      <li className={styles['tab']} data-active>
        <Input
          autoFocus
          defaultValue={panes[0]?.name}
          aria-label={t('sandboxes.rename', { name })}
          onBlur={(event) => rename(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') rename(event.currentTarget.value)
            if (event.key === 'Escape') setRenaming(false)
          }}
        />
      </li>
    )
  }
  return (
    <li className={styles['tab']} data-active={active || undefined}>
      <button
        type="button"
        aria-current={active}
        title={t('sandboxes.rename', { name })}
        onClick={() => activate(first)}
        onDoubleClick={() => setRenaming(true)}
        onKeyDown={(event) => {
          if (event.key === 'F2') setRenaming(true)
          if (event.key === 'Delete') tab.panes.forEach(closeTerminal)
        }}
      >
        <span className={styles['dot']} data-status={status} />
        {name}
        <span className="visually-hidden">{t(`sandboxes.status.${status}`)}</span>
        {unseen > 0 ? <Badge tone="accent">{unseen}</Badge> : null}
      </button>
      <IconButton
        label={t('sandboxes.close', { name })}
        icon={X}
        onClick={() => tab.panes.forEach(closeTerminal)}
      />
    </li>
  )
}
