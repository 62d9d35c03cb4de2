import type { Connection } from '#shared/workbench/areas/connections.ts'
import { modelSettings } from '#shared/workbench/settings/index.ts'
import { useText } from '../../i18n/text.ts'
import { setSetting, useSetting } from '../../app/settings-store.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './authoring.module.css'

/** Why the server takes no writes, and what makes it take them: our own setting, or an option of somebody else's server. */
export function Permission({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const allowed = useSetting(modelSettings.allowWrites)
  const ours = connection.transport === 'embedded'
  return (
    <Stack
      row
      justify="space-between"
      gap={4}
      fixed
      pad={[2, 3]}
      line="bottom"
      className={styles['permission']}
      role="note"
      aria-label={t('authoring.off.title')}
    >
      <div>
        <strong>{t('authoring.off.title')}</strong>{' '}
        {ours ? t('authoring.off.embedded') : t('authoring.off.other', { name: connection.name })}
      </div>
      {ours ? (
        <Button
          tone="primary"
          disabled={allowed}
          onClick={() => void setSetting(modelSettings.allowWrites.name, true)}
        >
          {t('authoring.off.allow')}
        </Button>
      ) : null}
    </Stack>
  )
}
