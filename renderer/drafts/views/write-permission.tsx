import { hasRole } from '#shared/sandbox/own-key.ts'
import { EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'
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

/** What does not let one write: the key, or the server. */
export const readOnlyTitle = ({ key }: Pick<Connection, 'key'>) =>
  key && !hasRole(key.role, 'user') ? 'authoring.off.key' : 'authoring.off.title'

/**
 * Why the server refuses writes, and how to enable them: our setting for the sample model, another key, or an option of a foreign
 * server. The recorded sample has none.
 */
export function WritePermission({ connection, purpose }: WritePermissionProps) {
  const t = useText()
  const allowed = useSetting(modelSettings.allowWrites)
  const isSample = connection.id === EMBEDDED_MODEL
  const { name, key } = connection
  const title = readOnlyTitle(connection)
  const whose = isSample
    ? 'embedded'
    : connection.transport === 'embedded'
      ? 'recorded'
      : title === 'authoring.off.key'
        ? 'key'
        : 'other'
  return (
    <Notice
      tone="warning"
      role="note"
      aria-label={t(title)}
      action={
        isSample ? (
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
      <strong>{t(title)}</strong> {t(`authoring.off.${purpose}.${whose}`, { name, key: key?.name ?? '' })}
    </Notice>
  )
}
