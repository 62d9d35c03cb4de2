import { Stack } from '../ui/stack.tsx'
import { Tooltip } from 'radix-ui'
import { Component, type ReactNode, useLayoutEffect } from 'react'
import type { Notice } from '#shared/workbench/areas/host.ts'
import { localizeFailure, text, useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FrontContext } from '../ui/landmark.ts'
import { setPanelOpen } from '../ui/narrow.ts'
import { Notice as NoticeBar } from '../ui/notice.tsx'
import { Text } from '../ui/text.tsx'
import { TitleTip } from '../ui/title-tip.tsx'
import { useLasting } from '../ui/use-lasting.ts'
import { ActivityBar } from './activity-bar.tsx'
import { allBenches, ownBenches } from './bench.ts'
import { useHelp } from './help-store.ts'
import { OpenLinkDialog } from './link-dialog.tsx'
import { Palette } from './palette.tsx'
import { showRemark, useRemark } from './remark-store.ts'
import { useRoute } from './route.ts'
import { Tour } from './tour.tsx'
import { StatusBar } from './status-bar.tsx'
import { dismissNotice, useWorkbench, workbench } from './workbench.ts'
import { List } from '../ui/list.tsx'
import { Row } from '../ui/row.tsx'
import styles from './app.module.css'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { kindNow, nameOf, openRecent, showRecents, titleNow, useRecents } from './recents.ts'

const TONES = { error: 'bad', warning: 'warning', info: 'info' } as const

/** The reason is embedded in a sentence, so its own full stop is removed. */
function paramsOf({ params, because }: Notice): Notice['params'] {
  const { reason } = params
  if (typeof reason !== 'string') return params
  const { message } =
    because === undefined ? { message: reason } : localizeFailure({ message: reason, said: because })
  return { ...params, reason: message.replace(/[.。]$/, '') }
}

/** Banner shown while the core does not answer and the page shows stale data. */
function LinkBanner() {
  const t = useText()
  const link = useWorkbench((state) => state.link)
  return (
    <div className={styles['link']} role="status">
      {link === 'open' ? null : (
        <NoticeBar tone={link === 'opening' ? 'info' : 'bad'} data-link={link}>
          {t(`app.link.${link}`)}
        </NoticeBar>
      )}
    </div>
  )
}

/** Notices that stay until dismissed. */
function Notices() {
  const t = useText()
  const notices = useWorkbench((state) => state.notices)
  return (
    <div role="status">
      {notices.map((notice) => (
        <NoticeBar
          key={notice.id}
          tone={TONES[notice.level]}
          dismiss={{ act: () => void dismissNotice(notice.id) }}
        >
          {t(`app.notice.${notice.code}`, paramsOf(notice))}{' '}
          <Text tone="quiet">{t(`app.notice.${notice.code}.hint`, paramsOf(notice))}</Text>
        </NoticeBar>
      ))}
    </div>
  )
}

/** The latest remark. */
function RemarkBar() {
  const remark = useRemark((state) => state.remark)
  useText()
  return (
    <div role="status">
      {remark ? (
        <NoticeBar
          tone={remark.tone}
          action={
            remark.action ? (
              <Button onClick={() => remark.action?.act()}>{remark.action.label}</Button>
            ) : undefined
          }
          dismiss={{ act: () => showRemark(undefined) }}
        >
          {typeof remark.text === 'string' ? remark.text : remark.text()}
        </NoticeBar>
      ) : null}
    </div>
  )
}

interface State {
  readonly error: Error | undefined
}

/** Confines an error to the view that threw it. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <EmptyState
        reason="failed"
        title={text('app.crashed.title')}
        hint={`${error.message} — ${text('app.crashed.hint')}`}
        action={
          <Button onClick={() => this.setState({ error: undefined })}>{text('app.crashed.retry')}</Button>
        }
      />
    )
  }
}

/** Milliseconds after which a lost connection is more than a restart. */
const AWAY_MS = 3000

/**
 * Whether nothing can be done, since the core is gone: what was begun would stay pending. A restart of it, which takes a
 * second, takes the keyboard from nobody.
 */
function useIsAway(): boolean {
  const link = useWorkbench((state) => state.link)
  const isLong = useLasting(link === 'lost', AWAY_MS)
  return link === 'shut' || isLong
}

/** The page frame: activity bar on the left, the active bench in the middle, the status bar below. */
export function App() {
  const t = useText()
  const { bench: current, opened } = useRoute()
  const help = useHelp((state) => state.open)
  const isAway = useIsAway()
  useLayoutEffect(() => setPanelOpen(help), [help])
  return (
    <Tooltip.Provider delayDuration={400}>
      <div className={styles['app']} data-help={help || undefined}>
        <button
          type="button"
          className={styles['skip']}
          onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
        >
          {t('app.skip')}
        </button>
        <ActivityBar />
        <LinkBanner />
        <main className={styles['main']} tabIndex={-1} inert={isAway}>
          <Notices />
          {ownBenches()
            .filter((bench) => opened.includes(bench.id))
            .map((bench) => (
              <Stack
                as="section"
                grow
                key={bench.id}
                id={`bench-${bench.id}`}
                hidden={bench.id !== current}
                aria-label={t(bench.title)}
                tabIndex={-1}
                data-bench={bench.id}
              >
                <ErrorBoundary>
                  <FrontContext value={bench.id === current}>
                    <bench.view.View />
                  </FrontContext>
                </ErrorBoundary>
              </Stack>
            ))}
          {/* Below the bench, so that nothing moves under the pointer. */}
          <RemarkBar />
        </main>
        <StatusBar />
        <Palette />
        <RecentsDialog />
        <OpenLinkDialog />
        <Tour />
        <TitleTip />
        {help ? (
          <ErrorBoundary>
            {allBenches().map(({ id, helpView }) => helpView && <helpView.View key={id} />)}
          </ErrorBoundary>
        ) : null}
      </div>
    </Tooltip.Provider>
  )
}

/** Recently opened items; the desktop app has the same list in its File menu. */
function RecentsDialog() {
  const t = useText()
  const { items, open } = useRecents()
  const pick = (name: string): void => {
    showRecents(false)
    void openRecent(name)
  }
  return (
    <Dialog open={open} onOpenChange={showRecents} title={t('app.recent.open')} width={560}>
      {items.length === 0 ? <p>{t('app.recent.none')}</p> : null}
      <Stack scroll style={{ maxHeight: '50vh' }}>
        <List label={t('app.group.recent')} items={items} keyOf={(item) => nameOf(item)}>
          {(item) => <Row label={titleNow(item)} detail={kindNow(item)} onClick={() => pick(nameOf(item))} />}
        </List>
      </Stack>
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
