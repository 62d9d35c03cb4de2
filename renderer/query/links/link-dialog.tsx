import { create } from 'zustand'
import { Facts } from '../../ui/facts.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { openAndRun } from '../run/run-store.ts'
import { openTab } from '../tabs/tabs-store.ts'
import { parseLink, type LinkedQuery } from './deep-link.ts'
import styles from './links.module.css'

interface LinkState {
  readonly linked: LinkedQuery | undefined
  /** A link that could not be parsed, shown verbatim. */
  readonly broken: string | undefined
}

const useLink = create<LinkState>(() => ({ linked: undefined, broken: undefined }))

/** Opens the dialog for a link. */
export function openLink(link = ''): void {
  const linked = parseLink(link)
  useLink.setState({ linked, broken: linked ? undefined : link })
}

/** Asks for confirmation before a query from outside is opened or run. */
export function LinkDialog() {
  const t = useText()
  const { linked, broken } = useLink()
  const close = (): void => useLink.setState({ linked: undefined, broken: undefined })
  const take = (run: boolean): void => {
    if (!linked) return
    const { text, title, parameters, limit, timeRange } = linked
    const content = {
      text,
      parameters,
      ...(title ? { title } : {}),
      limit,
      timeRange,
    }
    close()
    if (run) openAndRun(content)
    else openTab(content)
  }
  return (
    <Dialog
      open={linked !== undefined || broken !== undefined}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={t(linked ? 'query.link.title' : 'query.link.broken')}
      description={t(linked ? 'query.link.ask' : 'query.link.brokenHint')}
      width={620}
    >
      <pre className={styles['text']}>{linked?.text ?? broken?.slice(0, 500)}</pre>
      {linked && Object.keys(linked.parameters).length > 0 ? (
        <Facts
          mono
          facts={Object.entries(linked.parameters).map(([name, value]) => [
            <code key={name}>${name}</code>,
            value,
          ])}
        />
      ) : null}
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        {linked ? (
          <>
            <Button onClick={() => take(true)}>{t('query.link.run')}</Button>
            <Button tone="primary" onClick={() => take(false)}>
              {t('query.link.open')}
            </Button>
          </>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
