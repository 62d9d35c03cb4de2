import styles from './app.module.css'
import { useText } from '../i18n/text.ts'

/** Stands where a bench will be; it says so only when that takes long enough to be read. */
export function Loading() {
  const t = useText()
  return <p className={styles['loading']}>{t('ui.loading')}</p>
}
