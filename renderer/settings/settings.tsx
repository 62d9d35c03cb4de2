import { useText } from '../app/i18n/text.ts'
import { setSetting, useSetting } from '../app/settings-store.ts'
import { useWorkbench } from '../app/workbench.ts'
import { Field, Select } from '../ui/field.tsx'
import styles from './settings.module.css'

/** Everything that can be set. */
export function Settings() {
  const t = useText()
  const theme = useSetting('app.theme', 'system')
  const dataFolder = useWorkbench((state) => state.capabilities?.dataFolder)
  return (
    <div className={styles['page']}>
      <h1>{t('app.bench.settings')}</h1>
      <Field label={t('settings.theme')}>
        <Select value={theme} onChange={(event) => void setSetting('app.theme', event.target.value)}>
          {(['system', 'light', 'dark', 'contrast'] as const).map((name) => (
            <option key={name} value={name}>
              {t(`settings.theme.${name}`)}
            </option>
          ))}
        </Select>
      </Field>
      <p className={styles['quiet']}>{t('settings.dataFolder', { path: dataFolder ?? '' })}</p>
    </div>
  )
}
