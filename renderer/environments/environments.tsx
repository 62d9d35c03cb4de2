import { FlaskConical, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Tab } from '#shared/environments/tab.ts'
import { runCommand } from '../app/run-command.ts'
import { useAddress } from '../app/address.ts'
import { useIntent } from '../app/intents.ts'
import { useKeyRefusal } from '../app/key-role.ts'
import { useConnection } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Columns } from '../ui/columns.tsx'
import { giveFocusBack } from '../ui/landmark.ts'
import { useNarrow } from '../ui/narrow.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Segment } from '../ui/segment.tsx'
import { Stack } from '../ui/stack.tsx'
import { useCommandHandlers, type CommandHandlers } from '../app/commands.ts'
import { Truncate } from '../ui/truncate.tsx'
import { goTo, placeOf } from './address.ts'
import { openAndPlay } from './agents/open-and-play.ts'
import { EndpointDialog } from './agents/endpoint-dialog.tsx'
import { BatchDialog } from './batch/batch-dialog.tsx'
import { BatchView } from './batch/batch-view.tsx'
import { CataloguePanel } from './catalogue-panel/catalogue-panel.tsx'
import { GameCards } from './catalogue-panel/game-cards.tsx'
import { CompareDialog } from './compare/compare-dialog.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { RECORD_VIEWS, offerBatch, setView, type SideView, useBenchView } from './session/view-store.ts'
import { LibraryPanel } from './library/library-panel.tsx'
import { WriteDialog } from './library/write-dialog.tsx'
import { loadRecordings } from './recordings/recordings.ts'
import { RecordingsView } from './recordings/recordings-view.tsx'
import { ReportDialog } from './report/report-dialog.tsx'
import { useActiveTab, loadTabs, activeTab, stepTab, useTabs } from './session/tabs.ts'
import { EpisodeView } from './view/episode-view.tsx'
import { EnvironmentTabs } from './view/tab-strip.tsx'
import { loadAutoplays } from './agents/autoplay.ts'
import { loadEndpoints } from './agents/endpoint-store.ts'
import { loadBatches } from './batch/batches.ts'
import { loadPicks } from './catalogue/catalogue-store.ts'
import { loadEpisodes } from './episode/episodes.ts'
import {
  loadPlays,
  acceptProposal,
  cancelWork,
  closeAll,
  closeEnvironment,
  closeTab,
  pauseAutoplay,
  playOf,
  proposeHere,
  redo,
  replayAll,
  resetEpisode,
  runAutoplay,
  undo,
} from './session/play.ts'
import { isRemote, useFreshCatalogue, usePlatform, usePlatforms } from './session/use-platform.ts'

/**
 * Focuses at once, so that no key typed behind a chord is lost; in the next frame if the palette, from which the command came, still
 * holds the focus.
 */
function focusOn(selector: string): void {
  const focus = (): HTMLElement | null => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.focus()
    return element
  }
  if (focus() !== document.activeElement) requestAnimationFrame(focus)
}

/** Opens a side panel and puts the focus into its search. */
function searchIn(side: 'catalogue' | 'library', selector: string): void {
  flushSync(() => setView({ sideOpen: true, side }))
  focusOn(selector)
}

/** Applies a command to the active environment; does nothing on other tabs. */
const onEnvironment = (act: (tabId: string) => unknown) => () => {
  const tab = activeTab()
  return tab?.kind === 'environment' ? act(tab.id) : undefined
}

/** What a platform refuses to a key that may only look. */
const CHANGING = {
  'environments.reset': onEnvironment(resetEpisode),
  'environments.replay': onEnvironment(replayAll),
  'environments.close': onEnvironment(closeEnvironment),
  'environments.autoplay': onEnvironment((id) => (playOf(id).playing ? pauseAutoplay(id) : runAutoplay(id))),
  'environments.propose': onEnvironment(proposeHere),
  'environments.accept': onEnvironment(acceptProposal),
}

/** Keeps the keyboard in the bench when what had the focus goes with its tab. */
const thenFocus = (closed: Promise<unknown>): Promise<void> =>
  closed.then(() => requestAnimationFrame(() => giveFocusBack(null))).then(() => undefined)

const HANDLERS: CommandHandlers = {
  'environments.search': () => searchIn('catalogue', '#environments-search'),
  'environments.library': () => searchIn('library', '#environments-library-search'),
  'environments.undo': onEnvironment(undo),
  'environments.redo': onEnvironment(redo),
  'environments.cancel': onEnvironment(cancelWork),
  'environments.board': () => setView({ drawn: !useBenchView.getState().drawn }),
  'environments.focusBoard': () => focusOn('[data-board]'),
  'environments.focusAction': () => focusOn('#environments-action'),
  'environments.report': () => setView({ dialog: 'report' }),
  'environments.compare': () => setView({ dialog: 'compare' }),
  'environments.batch': () => offerBatch(),
  'environments.endpoint': () => setView({ editsEndpoints: true }),
  'environments.side': () => setView({ sideOpen: !useBenchView.getState().sideOpen }),
  'environments.tab.next': () => stepTab(1),
  'environments.tab.previous': () => stepTab(-1),
  'environments.tab.close': () => {
    const tab = activeTab()
    return tab && thenFocus(closeTab(tab.id))
  },
  'environments.tab.closeAll': () => thenFocus(closeAll()),
  ...Object.fromEntries(
    RECORD_VIEWS.map((view) => [
      `environments.view.${view}`,
      () => setView({ record: view, recordOpen: true }),
    ]),
  ),
}

/** Registers the bench's command handlers. */
function useEnvironmentsCommands(): void {
  const tab = useActiveTab()
  const disabled = useKeyRefusal()(tab?.kind === 'environment' ? tab.platform : '')
  const changing = Object.entries(CHANGING).map(([id, run]) => [id, { run, disabled }] as const)
  useCommandHandlers({ ...HANDLERS, ...Object.fromEntries(changing) })
}

let loading: Promise<unknown> | undefined

/** Loads all stored data of the bench once; false until done. */
function useStoredState(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    loading ??= Promise.all([
      loadEpisodes(),
      loadTabs(),
      loadPlays(),
      loadPicks(),
      loadEndpoints(),
      loadBatches(),
      loadAutoplays(),
      loadRecordings(),
    ])
    void loading.then(
      () => setLoaded(true),
      () => {
        loading = undefined
      },
    )
  }, [])
  return loaded
}

const SIDES: readonly SideView[] = ['catalogue', 'library']

function Side() {
  const t = useText()
  const side = useBenchView((state) => state.side)
  return (
    <Stack as="aside" grow ground="sunken" aria-label={t('environments.side')}>
      <Stack row fixed pad={[0, 2]} line="bottom" style={{ height: 'var(--bar)' }}>
        <Segment
          label={t('environments.side')}
          options={SIDES.map((value) => ({ value, label: t(`environments.side.${value}`) }))}
          value={side}
          onChange={(side) => setView({ side })}
        />
      </Stack>
      {side === 'catalogue' ? <CataloguePanel /> : <LibraryPanel />}
    </Stack>
  )
}

function TabContent({ tab }: { readonly tab: Tab }) {
  switch (tab.kind) {
    case 'environment':
      return <EpisodeView key={tab.id} tab={tab} />
    case 'compare':
      return <CompareView key={tab.id} tab={tab} />
    case 'batch':
      return <BatchView key={tab.id} tab={tab} />
    case 'recordings':
      return <RecordingsView key={tab.id} tab={tab} />
  }
}

/**
 * The environments bench: create environments, step them manually or with agents, rewind, branch, compare,
 * save.
 */
export function Environments() {
  const t = useText()
  const loaded = useStoredState()
  const platform = useConnection('platform')
  useIntent(
    'environments.open',
    (intent) => void openAndPlay(platform?.id ?? '', intent),
    loaded && platform?.state === 'ready',
  )
  const sideOpen = useBenchView((state) => state.sideOpen)
  const tab = useActiveTab()
  const narrow = useNarrow()
  const front = tab?.id
  useEffect(() => {
    // If the side panel is a drawer, it closes when something is opened from it.
    if (narrow && front !== undefined) setView({ sideOpen: false })
  }, [narrow, front])
  useAddress(
    'environments',
    placeOf(tab),
    (place) => goTo(place, tab, platform?.id ?? ''),
    loaded && platform?.state === 'ready',
  )
  // Names of tabs and the suggested games come from the catalogue, whether or not its panel is open.
  useFreshCatalogue(usePlatform())
  useEnvironmentsCommands()
  if (!loaded) return <EmptyState reason="busy" title={t('ui.loading')} />
  return (
    <Stack grow style={{ height: '100%' }}>
      <EnvironmentTabs>
        <Columns
          id="environments-side"
          label={t('environments.side')}
          side="left"
          share={22}
          minimum={224}
          open={sideOpen}
          onOpenChange={(sideOpen) => setView({ sideOpen })}
          column={<Side />}
        >
          <RemoteWarning />
          <Stack id="environments-tab-panel" grow>
            {tab ? (
              <TabContent tab={tab} />
            ) : (
              <Stack grow scroll>
                <EmptyState
                  icon={FlaskConical}
                  title={t('environments.empty.title')}
                  hint={t('environments.empty.hint')}
                  action={
                    // The catalogue beside it says the same.
                    sideOpen && !narrow ? undefined : (
                      <Button tone="primary" onClick={() => void runCommand('environments.search')}>
                        {t('environments.command.search')}
                      </Button>
                    )
                  }
                  example={<GameCards />}
                />
              </Stack>
            )}
          </Stack>
        </Columns>
      </EnvironmentTabs>
      <BatchDialog />
      <EndpointDialog />
      <ReportDialog />
      <CompareDialog />
      <WriteDialog />
    </Stack>
  )
}

const idsOf = (tabs: readonly { readonly sandboxId?: string | undefined }[]): string[] =>
  tabs.flatMap(({ sandboxId }) => sandboxId ?? [])

/** Remote sandboxes may cost money until closed: shown while any is open, and asked about on leaving. */
function RemoteWarning() {
  const t = useText()
  const platforms = usePlatforms()
  const tabs = useTabs()
  const remote = tabs.flatMap((tab) =>
    tab.kind === 'environment' &&
    tab.sandboxId !== undefined &&
    isRemote(platforms.find(({ id }) => id === tab.platform))
      ? [tab]
      : [],
  )
  // Sandboxes that could not be ended, including those the user leaves to their platform.
  const [refused, setRefused] = useState<readonly string[]>([])
  const [left, setLeft] = useState<readonly string[]>([])
  const open = remote.filter(({ sandboxId = '' }) => !left.includes(sandboxId))
  const remaining = open.filter(({ sandboxId = '' }) => refused.includes(sandboxId))
  const end = async (): Promise<void> => {
    await Promise.all(open.map(({ id }) => closeEnvironment(id)))
    setRefused(idsOf(open))
  }
  const isNone = open.length === 0
  const front = useActiveTab()
  useEffect(() => {
    if (isNone) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNone])
  // Not shown on tabs of this machine.
  if (isNone || (front?.kind === 'environment' && !open.includes(front))) return null
  return (
    <Stack role="status" row gap={2} fixed pad={[1, 2]} line="bottom" tone="warning" ground="warning-ground">
      <Truncate grow>
        {remaining.length > 0
          ? t('environments.remote.refused', { count: remaining.length })
          : t('environments.remote.open', { count: open.length })}
      </Truncate>
      <Button onClick={() => void end()}>{t('environments.remote.close', { count: open.length })}</Button>
      {remaining.length > 0 ? (
        <IconButton
          icon={X}
          label={t('ui.dismiss')}
          onClick={() => setLeft([...left, ...idsOf(remaining)])}
        />
      ) : null}
    </Stack>
  )
}
