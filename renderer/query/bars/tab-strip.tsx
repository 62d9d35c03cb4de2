import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../../i18n/text.ts'
import { showKeys } from '../../app/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { runsOf, useRuns } from '../run/run-store.ts'
import type { Tab } from '../tabs/tab.ts'
import { changeTab, closeTab, moveTab, openTab, selectTab, stepTab, useTabs } from '../tabs/tabs-store.ts'
import { useRenaming } from '../tabs/renaming.ts'
import styles from './tab-strip.module.css'

function RenameField({ tab }: { readonly tab: Tab }) {
  const t = useText()
  const [name, setName] = useState(tab.title)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const finish = (keep: boolean): void => {
    if (keep && name.trim() !== '') changeTab(tab.id, { title: name.trim() })
    useRenaming.setState({ tab: undefined })
  }
  return (
    <input
      ref={field}
      className={styles['rename']}
      value={name}
      aria-label={t('query.tab.name')}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(true)
        if (event.key === 'Escape') finish(false)
      }}
    />
  )
}

function TabHandle({ tab }: { readonly tab: Tab }) {
  const t = useText()
  const selected = useTabs((state) => state.active === tab.id)
  const running = useRuns((state) => runsOf(state, tab.id).some((run) => run.state.kind === 'running'))
  const renaming = useRenaming((state) => state.tab === tab.id)
  const handle = useRef<HTMLButtonElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const step = event.key === 'ArrowRight' ? 1 : -1
      if (event.altKey) moveTab(tab.id, step)
      else stepTab(step)
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('#query-tabs [aria-selected="true"]')?.focus(),
      )
    } else if (event.key === 'Delete') closeTab(tab.id)
    else if (event.key === 'F2') useRenaming.setState({ tab: tab.id })
    else return
    event.preventDefault()
  }
  useEffect(() => {
    if (selected) handle.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  return (
    <div
      className={styles['tab']}
      role="presentation"
      data-selected={selected}
      onAuxClick={(event) => {
        if (event.button === 1) closeTab(tab.id)
      }}
    >
      {renaming ? (
        <RenameField tab={tab} />
      ) : (
        <button
          ref={handle}
          type="button"
          role="tab"
          id={`query-tab-${tab.id}`}
          aria-selected={selected}
          aria-controls="query-tab-panel"
          tabIndex={selected ? 0 : -1}
          title={tab.title}
          onClick={() => selectTab(tab.id)}
          onDoubleClick={() => useRenaming.setState({ tab: tab.id })}
          onKeyDown={onKeyDown}
        >
          {running ? <span className={styles['running']} aria-label={t('query.running')} /> : null}
          <span>{tab.title}</span>
        </button>
      )}
    </div>
  )
}

/** The open queries: arrows walk, Alt+arrows move, F2 renames, Delete closes. */
export function TabStrip() {
  const t = useText()
  const { tabs, active } = useTabs()
  const current = tabs.find((tab) => tab.id === active)
  return (
    <div className={styles['strip']}>
      <div id="query-tabs" role="tablist" aria-label={t('query.tabs')} className={styles['tabs']}>
        {tabs.map((tab) => (
          <TabHandle key={tab.id} tab={tab} />
        ))}
      </div>
      <IconButton
        icon={Plus}
        label={t('query.tab.new')}
        keys={showKeys('Mod+Alt+N')}
        onClick={() => openTab()}
      />
      {current ? (
        <IconButton
          icon={X}
          label={t('query.tab.close', { title: current.title })}
          keys={showKeys('Mod+Alt+W')}
          onClick={() => closeTab(current.id)}
        />
      ) : null}
    </div>
  )
}
