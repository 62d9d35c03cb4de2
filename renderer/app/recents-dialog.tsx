import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Button } from '../ui/button.tsx'
import { useText } from '../i18n/text.ts'
import { nameOf, openRecent, showRecents, useRecents } from './recents.ts'
import { workbench } from './workbench.ts'
import styles from './recents-dialog.module.css'

/** What was opened lately, to be opened again; the desktop shows the same under File. */
export function RecentsDialog() {
  const t = useText()
  const { items, open } = useRecents()
  const pick = (name: string): void => {
    showRecents(false)
    void openRecent(name)
  }
  return (
    <Dialog open={open} onOpenChange={showRecents} title={t('app.recent.open')} width={560}>
      {items.length === 0 ? <p>{t('app.recent.none')}</p> : null}
      <ul className={styles['list']} aria-label={t('app.group.recent')}>
        {items.map((item) => (
          <li key={nameOf(item)}>
            <button type="button" onClick={() => pick(nameOf(item))}>
              {t(`app.recent.${item.kind}`, { title: item.title })}
            </button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button
          reason={items.length === 0 ? t('ui.none.rows') : undefined}
          onClick={() => void workbench.call('recents.clear', {})}
        >
          {t('app.recent.clear')}
        </Button>
        <Button onClick={() => showRecents(false)}>{t('ui.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
