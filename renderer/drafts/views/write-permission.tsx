import { modelSettings } from '#shared/workbench/settings/index.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { setSetting, useSetting } from '../../app/settings-store.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface WritePermissionProps {
  readonly connection: Connection
  /** What cannot be done until then. */
  readonly purpose: 'draft' | 'import'
}

/**
 * Why the server refuses writes, and how to enable them: our own setting, or an option of a foreign server.
 */
export function WritePermission({ connection, purpose }: WritePermissionProps) {
  const t = useText()
  const allowed = useSetting(modelSettings.allowWrites)
  const ours = connection.transport === 'embedded'
  return (
    <Notice
      tone="warning"
      role="note"
      aria-label={t('authoring.off.title')}
      action={
        ours ? (
          <Button
            tone="primary"
            reason={allowed ? t('ui.wait') : undefined}
            onClick={() => void setSetting(modelSettings.allowWrites.name, true)}
          >
            {t('authoring.off.allow')}
          </Button>
        ) : null
      }
    >
      <strong>{t('authoring.off.title')}</strong>{' '}
      {ours
        ? t(`authoring.off.${purpose}.embedded`)
        : t(`authoring.off.${purpose}.other`, { name: connection.name })}
    </Notice>
  )
}
