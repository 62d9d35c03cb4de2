import { KeyRound, ExternalLink, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import type { Forward } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { forwardHost, forwardUrl, frameSandbox } from './forward-host.ts'
import { closePanel, usePanel } from './panel-store.ts'
import styles from './ports.module.css'

/** A frame without the person's cookies and storage, where the browser knows such; React's types do not yet. */
const CREDENTIALLESS = { credentialless: '' } as const

/** The page behind a forwarded port, shown inside the workbench and kept apart from it. */
export function ForwardPanel({ forward: { id, port, localPort, error } }: { readonly forward: Forward }) {
  const t = useText()
  const { path, ownOrigin } = usePanel()
  const [typed, setTyped] = useState(path)
  const [loads, setLoads] = useState(0)
  const url = forwardUrl(location.hostname, localPort, path)
  return (
    <section className={styles['panel']} aria-label={t('sandboxes.panel', { port })}>
      <Toolbar label={t('sandboxes.panel', { port })}>
        <IconButton label={t('sandboxes.panel.reload')} icon={RotateCw} onClick={() => setLoads(loads + 1)} />
        <form
          className={styles['address']}
          onSubmit={(event) => {
            event.preventDefault()
            const next = `/${typed.trim().replace(/^\/+/, '')}`
            setTyped(next)
            usePanel.setState({ path: next })
            setLoads(loads + 1)
          }}
        >
          <code>
            {forwardHost(location.hostname)}:{localPort}
          </code>
          <Input
            aria-label={t('sandboxes.panel.path')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
        <IconButton
          label={t('sandboxes.panel.origin')}
          icon={KeyRound}
          aria-pressed={ownOrigin}
          onClick={() => usePanel.setState({ ownOrigin: !ownOrigin })}
        />
        <IconButton
          label={t('sandboxes.ports.open')}
          icon={ExternalLink}
          onClick={() => void workbench.call('host.openExternal', { url }).catch(() => undefined)}
        />
        <IconButton label={t('sandboxes.panel.close')} icon={X} onClick={closePanel} />
      </Toolbar>
      {error === undefined ? null : (
        <EmptyState
          title={t('sandboxes.panel.silent', { port })}
          hint={error}
          action={<Button onClick={() => setLoads(loads + 1)}>{t('sandboxes.panel.again')}</Button>}
        />
      )}
      <iframe
        // Hidden, it still tries: the page appears when its server does and the person asks again.
        hidden={error !== undefined}
        key={`${id} ${path} ${loads} ${String(ownOrigin)}`}
        className={styles['frame']}
        title={t('sandboxes.panel', { port })}
        src={url}
        sandbox={frameSandbox(ownOrigin)}
        referrerPolicy="no-referrer"
        {...CREDENTIALLESS}
      />
      <p className={styles['hint']}>
        {t(ownOrigin ? 'sandboxes.panel.hint.origin' : 'sandboxes.panel.hint')}
      </p>
    </section>
  )
}
