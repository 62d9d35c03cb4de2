import type { Connection } from '#shared/workbench/areas/connections.ts'
import { modelSettings } from '#shared/workbench/settings/index.ts'
import { useText } from '../../i18n/text.ts'
import { setSetting, useSetting } from '../../app/settings-store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Why the server takes no writes, and what makes it take them: our own setting, or an option of somebody else's server. */
export function Permission({ connection }: { readonly connection: Connection }) {
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
      {ours ? t('authoring.off.embedded') : t('authoring.off.other', { name: connection.name })}
    </Notice>
  )
}
