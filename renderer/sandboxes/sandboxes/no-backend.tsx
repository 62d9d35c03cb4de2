import { useState } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { sandboxSettings } from '#shared/workbench/settings/index.ts'
import { localizeFailure, useText } from '../../i18n/text.ts'
import { setSetting, useIsOverridden, useSetting } from '../../app/settings-store.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './no-backend.module.css'

/** The built-in platform, if it found no backend for sandboxes. */
export const useLackingPlatform = (): Connection | undefined =>
  useWorkbench(({ connections }) => connections.find(({ runtime }) => runtime === 'none'))

/** The server's reasons continue a sentence; here each stands alone. */
const asSentence = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1)

interface NoBackendProps {
  readonly platform: Connection
  /** Opens the dialog that adds a platform. */
  onConnect(): void
}

/** Explains why no sandbox can run on this machine, how to fix each backend, and the alternatives. */
export function NoBackend({ platform, onConnect }: NoBackendProps) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const runtime = useSetting(sandboxSettings.runtime)
  const given = useIsOverridden(sandboxSettings.runtime) ? t('sandboxes.lacking.given') : undefined
  const again = (): void =>
    void workbench.call('connections.restart', { id: platform.id }).catch(() => undefined)
  // The core restarts the platform when this changes.
  const use = (name: string): void => void setSetting(sandboxSettings.runtime.name, name)
  return (
    <Stack as="section" gap={4} pad={6} scroll grow aria-label={t('sandboxes.lacking.title')}>
      <Stack gap={1}>
        <h2>{t('sandboxes.lacking.title')}</h2>
        <Stack as="p" tone="quiet">
          {t('sandboxes.lacking.hint')}
        </Stack>
      </Stack>
      <ul className={styles['backends']}>
        {(platform.backends ?? []).map(({ name, reason = '', said, commands }) => (
          <Stack as="li" key={name} gap={1} pad={3}>
            <strong>{name}</strong>
            <Text as="p" tone="quiet" breaks>
              {asSentence(localizeFailure({ message: reason, said }).message)}
            </Text>
            {commands.map((command) => (
              <Stack key={command} row gap={2}>
                <code>{command}</code>
                <CopyButton text={command} label={t('sandboxes.lacking.copy', { command })} />
              </Stack>
            ))}
          </Stack>
        ))}
      </ul>
      <Stack row gap={2} wrap>
        <Button tone="primary" onClick={again}>
          {t('sandboxes.lacking.again')}
        </Button>
        {runtime === 'auto' ? (
          <Button reason={given} onClick={() => use('docker')}>
            {t('sandboxes.lacking.docker')}
          </Button>
        ) : (
          <Button reason={given} onClick={() => use('auto')}>
            {t('sandboxes.lacking.auto')}
          </Button>
        )}
        <Button onClick={onConnect}>{t('sandboxes.lacking.connect')}</Button>
        <Button tone="danger" reason={given} onClick={() => setAsking(true)}>
          {t('sandboxes.lacking.process')}
        </Button>
      </Stack>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('sandboxes.lacking.process.title')}
        description={t('sandboxes.lacking.process.hint')}
      >
        <DialogActions>
          <Button onClick={() => setAsking(false)}>{t('sandboxes.cancel')}</Button>
          <Button
            tone="danger"
            onClick={() => {
              setAsking(false)
              use('process')
            }}
          >
            {t('sandboxes.lacking.process.go')}
          </Button>
        </DialogActions>
      </Dialog>
    </Stack>
  )
}
