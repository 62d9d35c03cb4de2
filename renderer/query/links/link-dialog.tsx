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
  readonly asked: LinkedQuery | undefined
  /** A link that could not be parsed, shown verbatim. */
  readonly broken: string | undefined
}

const useLink = create<LinkState>(() => ({ asked: undefined, broken: undefined }))

/** Opens the dialog for a link. */
export function openLink(link = ''): void {
  const asked = parseLink(link)
  useLink.setState({ asked, broken: asked ? undefined : link })
}

/** Asks for confirmation before a query from outside is opened or run. */
export function LinkDialog() {
  const t = useText()
  const { asked, broken } = useLink()
  const close = (): void => useLink.setState({ asked: undefined, broken: undefined })
  const take = (run: boolean): void => {
    if (!asked) return
    const { text, title, parameters, limit, timeRange } = asked
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
      open={asked !== undefined || broken !== undefined}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={t(asked ? 'query.link.title' : 'query.link.broken')}
      description={t(asked ? 'query.link.ask' : 'query.link.brokenHint')}
      width={620}
    >
      <pre className={styles['text']}>{asked?.text ?? broken?.slice(0, 500)}</pre>
      {asked && Object.keys(asked.parameters).length > 0 ? (
        <Facts
          mono
          facts={Object.entries(asked.parameters).map(([name, value]) => [
            <code key={name}>${name}</code>,
            value,
          ])}
        />
      ) : null}
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        {asked ? (
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
