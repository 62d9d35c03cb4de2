import { Stack } from '../ui/stack.tsx'
import { Boxes, Layers, Link2, Plus, RefreshCw, ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useAddress } from '../app/address.ts'
import { BenchTitle, FindButton } from '../app/bench-header.tsx'
import { useIntent } from '../app/intents.ts'
import { showRemark } from '../app/remark-store.ts'
import { runCommand } from '../app/run-command.ts'
import { setSetting, useSetting } from '../app/settings-store.ts'
import { useWorkbench } from '../app/workbench.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Columns, ColumnToggle } from '../ui/columns.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ToolbarSpace } from '../ui/toolbar.tsx'
import { AuditView, useAuditing, useNoAudit } from './audit/audit-view.tsx'
import { CompareSandboxes } from './files/compare-sandboxes.tsx'
import { FilesView } from './files/files-view.tsx'
import { useSearchPanel } from './files/search-store.ts'
import { TransferList } from './files/transfer-list.tsx'
import { ImagesView } from './images/images-view.tsx'
import { useFirstPlace, useRememberPlace, useSandboxPolling } from './reading.ts'
import { PortButtons, PortCount, useFollowPorts } from './ports/listening.tsx'
import { PortsView } from './ports/ports-view.tsx'
import { AttachDialog } from './sandboxes/attach-dialog.tsx'
import { StopDialog } from './sandboxes/delete-dialog.tsx'
import { NoBackend, useLackingPlatform } from './sandboxes/no-backend.tsx'
import { openShell } from './sandboxes/open-shell.ts'
import { Overview } from './sandboxes/overview.tsx'
import { SandboxHeader } from './sandboxes/sandbox-header.tsx'
import { SandboxList, useHasChoice, useHasList } from './sandboxes/sandbox-list.tsx'
import { refreshSandboxes, useNameOf, useSandbox, useSandboxes } from './sandboxes/sandbox-store.ts'
import { StartDialog } from './sandboxes/start-dialog.tsx'
import { asleepReason, commitOff, forkOff, imageTitle, pauseOff, restartOff } from './sandboxes/title.ts'
import {
  AUDIT,
  IMAGES,
  isSection,
  type Section,
  SECTIONS,
  showPlace,
  showSection,
  useShown,
} from './sessions/shown.ts'
import {
  changeView,
  chosenBlock,
  nextBlock,
  terminalOf,
  type TerminalView,
  useTerminals,
} from './sessions/view.ts'
import { showSandbox } from './files/open-file.ts'
import { TerminalArea } from './terminals/terminal-area.tsx'
import { type Block, hasFailed } from '#shared/terminals/block.ts'
import { terminalSettings } from '#shared/workbench/settings/terminal.ts'
import { useCommandHandlers, type CommandHandler, type CommandHandlers } from '../app/commands.ts'
import { exportTerminal, addBlock } from './blocks/block-actions.ts'
import { EXPORT_FORMATS } from './commands.ts'
import { noInterrupt, useNoStart, useUnsupportedFeature } from './sandboxes/unsupported-feature.ts'
import {
  keepSandboxAlive,
  openDialog,
  pauseSandbox,
  restartSandbox,
  stopSandbox,
} from './sandboxes/sandbox-actions.ts'
import {
  closeTerminal,
  interrupt,
  newTerminal,
  splitTerminal,
  stepTab,
  submitAgain,
} from './sessions/actions.ts'
import { useEditing } from './sessions/editing.ts'
import { useFinding } from './screen/finding.ts'
import { readAsText } from './sessions/reading.ts'

interface Dialogs {
  start(image?: string): void
  attach(): void
  images(): void
  audit(): void
}

/** Registers the bench's command handlers for the shown sandbox and the focused terminal. */
function useSandboxesCommands(dialogs: Dialogs): void {
  useCommandHandlers({ ...useSandboxHandlers(dialogs), ...useTerminalHandlers() })
}

function useSandboxHandlers({ start, attach, images, audit }: Dialogs): CommandHandlers {
  const t = useText()
  const place = useShown((state) => state.place)
  const sandbox = useSandbox(place)
  const unsupported = useUnsupportedFeature()
  const none = sandbox ? undefined : t('sandboxes.choose')
  const noStart = useNoStart()
  const noAudit = useNoAudit()
  const ifShown = (run: CommandHandler['run']): CommandHandler => ({ run, disabled: none })
  const ifOffered = (
    feature: Parameters<typeof unsupported>[0],
    run: CommandHandler['run'],
    off?: string,
  ): CommandHandler => ({ run, disabled: none ?? (sandbox && unsupported(feature, sandbox.platform)) ?? off })
  const asleep = sandbox && asleepReason(t, sandbox)
  const noPause = sandbox && pauseOff(t, sandbox)
  const noRestart = sandbox && restartOff(t, sandbox)
  const noCommit = sandbox && commitOff(t, sandbox)
  const noFork = sandbox && forkOff(t, sandbox)
  return {
    'sandboxes.start': { run: start, disabled: noStart },
    'sandboxes.shell': { run: () => openShell(), disabled: noStart },
    'sandboxes.attach': attach,
    'sandboxes.images': images,
    'sandboxes.audit': { run: audit, disabled: noAudit },
    'sandboxes.rename': ifShown(() => openDialog('name')),
    'sandboxes.refresh': () => refreshSandboxes(),
    'sandboxes.stop': ifOffered('stop', () => sandbox && stopSandbox(sandbox)),
    'sandboxes.restart': ifOffered('restart', () => sandbox && restartSandbox(sandbox), noRestart),
    'sandboxes.keepAlive': ifOffered('change', () => sandbox && keepSandboxAlive(sandbox)),
    'sandboxes.pause': ifOffered('pause', () => sandbox && pauseSandbox(sandbox, !sandbox.paused), noPause),
    'sandboxes.commit': ifOffered('commit', () => openDialog('commit'), noCommit ?? asleep),
    'sandboxes.fork': ifOffered('commit', () => openDialog('fork'), noFork ?? asleep),
    'sandboxes.compare': ifOffered('execute', () => openDialog('compare'), asleep),
    'sandboxes.lend': ifOffered('execute', () => openDialog('lend'), asleep),
    'sandboxes.delete': ifOffered('remove', () => openDialog('delete')),
    ...Object.fromEntries(
      SECTIONS.map((section) => [`sandboxes.${section}`, ifShown(() => showSection(section))]),
    ),
    'sandboxes.new': ifOffered('change', () => sandbox && newTerminal(sandbox)),
  }
}

function useTerminalHandlers(): CommandHandlers {
  const t = useText()
  const { place, section } = useShown()
  const sandbox = useSandbox(place)
  const unsupported = useUnsupportedFeature()
  const focused = useTerminals((state) => state.focused)
  const speaks = useSetting(terminalSettings.screenReader)
  const none = focused === undefined ? t(sandbox ? 'sandboxes.split.none' : 'sandboxes.choose') : undefined
  const noChange = none ?? (sandbox && unsupported('change', sandbox.platform))
  const ifAllowed = (handler: CommandHandler): CommandHandler => ({ ...handler, disabled: noChange })
  const onFocused = (run: (id: string) => unknown): CommandHandler => ({
    run: () => focused !== undefined && run(focused),
    disabled: none,
  })
  const onTerminal = (run: (terminal: TerminalView) => unknown): CommandHandler =>
    onFocused((id) => {
      const terminal = terminalOf(id)
      return terminal && run(terminal)
    })
  const onBlock = (run: (terminal: TerminalView, block: Block) => unknown): CommandHandler =>
    onTerminal((terminal) => {
      const block = chosenBlock(terminal)
      return block ? run(terminal, block) : showRemark({ tone: 'info', text: t('sandboxes.block.none') })
    })
  const goTo = (direction: 1 | -1, wanted?: typeof hasFailed): CommandHandler =>
    onTerminal(({ id, blocks, selected }) => {
      const next = nextBlock(blocks, selected, direction, wanted)
      if (next) changeView(id, { selected: next.number })
    })
  const split = (direction: 'horizontal' | 'vertical'): CommandHandler =>
    ifAllowed(onTerminal((terminal) => splitTerminal(terminal, direction)))
  return {
    'sandboxes.split.right': split('horizontal'),
    'sandboxes.split.down': split('vertical'),
    'sandboxes.nextTerminal': onFocused((id) => stepTab(id, 1)),
    'sandboxes.previousTerminal': onFocused((id) => stepTab(id, -1)),
    'sandboxes.close': onFocused(closeTerminal),
    'sandboxes.focus': onFocused((id) => useEditing.getState().focus(id, 'there-and-back')),
    'sandboxes.find':
      section === 'files'
        ? () => useSearchPanel.setState({ open: true })
        : onFocused((id) => useFinding.setState({ terminal: id })),
    'sandboxes.read': onBlock(({ id }) => readAsText(id)),
    'sandboxes.screenReader': () => setSetting(terminalSettings.screenReader.name, !speaks),
    'sandboxes.interrupt': {
      ...onFocused(interrupt),
      disabled: (sandbox && noInterrupt(unsupported, sandbox.platform)) ?? none,
    },
    'sandboxes.rerun': ifAllowed(onBlock(({ id }, { command }) => submitAgain(id, command))),
    'sandboxes.keep': onBlock(addBlock),
    'sandboxes.previous': goTo(-1),
    'sandboxes.next': goTo(1),
    'sandboxes.failedBefore': goTo(-1, hasFailed),
    'sandboxes.failed': goTo(1, hasFailed),
    ...Object.fromEntries(
      EXPORT_FORMATS.map((format) => [
        `sandboxes.export.${format}`,
        onTerminal((terminal) => exportTerminal(terminal, format, { columns: 80, rows: 24 })),
      ]),
    ),
  }
}

/** One sandbox: its header, and one of its views. */
function SandboxWorkspace({
  sandbox,
  section,
}: {
  readonly sandbox: SandboxInfo
  readonly section: Section
}) {
  useFollowPorts(sandbox)
  return (
    <Stack grow ground="surface">
      <SandboxHeader sandbox={sandbox} />
      <CompareSandboxes sandbox={sandbox} />
      {section === 'terminals' ? <TerminalArea sandbox={sandbox} /> : null}
      {section === 'files' ? <FilesView sandbox={sandbox} /> : null}
      {section === 'ports' ? <PortsView sandbox={sandbox} /> : null}
      {section === 'overview' ? <Overview sandbox={sandbox} /> : null}
      <TransferList />
    </Stack>
  )
}

/** The available views of a place. */
const sectionsOf = (sandbox: SandboxInfo | undefined): readonly Section[] =>
  sandbox === undefined ? [] : sandbox.kind === 'sandbox' ? SECTIONS : ['overview']

/** The sandboxes bench: list on the left; terminals, files and ports of the selected one on the right. */
export function SandboxBench() {
  const t = useText()
  const [list, setList] = useState(true)
  const hasList = useHasList()
  const [dialog, setDialog] = useState<'start' | 'attach'>()
  const toggle = (one: 'start' | 'attach') => (open: boolean) => setDialog(open ? one : undefined)
  const [wish, setWish] = useState<{ readonly image?: string; readonly platform?: string }>({})
  const connections = useWorkbench((state) => state.connections)
  const { loaded, sandboxes } = useSandboxes()
  const hasChoice = useHasChoice()
  const { place, section } = useShown()
  const sandbox = useSandbox(place)
  useSandboxPolling()
  useFirstPlace()
  useIntent('sandboxes.show', showSandbox)
  useIntent('sandboxes.shell', () => void openShell(), loaded)
  useAddress(
    'sandboxes',
    [place, place === IMAGES || place === AUDIT ? undefined : section],
    ([requested, named]) =>
      useShown.setState({ place: requested, ...(isSection(named) ? { section: named } : {}) }),
    loaded,
  )
  useRememberPlace()
  const startWith = (image?: string, platform?: string): void => {
    setWish({ ...(image && { image }), ...(platform && { platform }) })
    setDialog('start')
  }
  useSandboxesCommands({
    start: startWith,
    attach: () => setDialog('attach'),
    images: () => showPlace(IMAGES),
    audit: () => showPlace(AUDIT),
  })
  const lacking = useLackingPlatform()
  const hasImages = useSandboxes(({ features }) => Object.values(features).some((one) => one.images))
  // Nobody else has a key to the built-in platform; its audit is still reachable from the palette.
  const noAudit = useNoAudit()
  const isShared = useAuditing().some(({ transport }) => transport !== 'embedded')
  const name = useNameOf(place, sandbox)
  const sections = sectionsOf(sandbox)
  const shown = sections.includes(section) ? section : sections[0]
  const noPlatform = !connections.some(({ kind }) => kind === 'platform')
  const noStart = useNoStart()
  const start = (
    <Button tone="primary" reason={noStart} onClick={() => startWith()}>
      {t('sandboxes.start')}
    </Button>
  )
  return (
    <Stack grow style={{ height: '100%' }}>
      <Tabs
        label={t('sandboxes.sections')}
        before={
          <>
            <BenchTitle title="app.bench.sandboxes" object={sandbox && (name ?? imageTitle(t, sandbox))} />
            <ColumnToggle
              label={t('sandboxes.list')}
              side="left"
              open={list && hasList}
              reason={hasList ? undefined : t('ui.none.rows')}
              onToggle={() => setList(!list)}
            />
          </>
        }
        tabs={sections.map((id) => ({
          id,
          label: t(`sandboxes.section.${id}`),
          mark: id === 'ports' && sandbox ? <PortCount sandbox={sandbox} /> : undefined,
        }))}
        value={shown}
        onChange={(next) => useShown.setState({ section: next })}
        after={
          <>
            {sandbox ? <PortButtons sandbox={sandbox} /> : null}
            <ToolbarSpace />
            <IconButton
              label={t('sandboxes.images')}
              icon={Layers}
              reason={hasImages ? undefined : t('sandboxes.images.none')}
              aria-pressed={place === IMAGES}
              onClick={() => showPlace(IMAGES)}
            />
            {isShared ? (
              <IconButton
                label={t('sandboxes.audit')}
                icon={ScrollText}
                reason={noAudit}
                aria-pressed={place === AUDIT}
                onClick={() => showPlace(AUDIT)}
              />
            ) : null}
            <IconButton
              label={t('sandboxes.refresh')}
              icon={RefreshCw}
              onClick={() => void refreshSandboxes()}
            />
            <IconButton label={t('sandboxes.attach')} icon={Link2} onClick={() => setDialog('attach')} />
            <Button tone="primary" data-tour="start" reason={noStart} onClick={() => startWith()}>
              <Plus size={14} aria-hidden />
              <span className="words-with-room">{t('sandboxes.start')}</span>
            </Button>
            <FindButton />
          </>
        }
      >
        <Columns
          id="sandboxes"
          label={t('sandboxes.list')}
          side="left"
          share={22}
          minimum={220}
          open={list}
          onOpenChange={setList}
          column={hasList ? <SandboxList /> : null}
        >
          {place === IMAGES ? (
            <ImagesView onStart={startWith} />
          ) : place === AUDIT ? (
            <AuditView />
          ) : sandbox && shown ? (
            <SandboxWorkspace key={place} sandbox={sandbox} section={shown} />
          ) : lacking &&
            !sandboxes.some(({ kind, platform }) => kind === 'sandbox' && platform !== lacking.id) ? (
            <NoBackend platform={lacking} onConnect={() => void runCommand('console.addPlatform')} />
          ) : noPlatform ? (
            <EmptyState
              icon={Boxes}
              title={t('sandboxes.noPlatform')}
              hint={t('sandboxes.noPlatform.hint')}
            />
          ) : !loaded ? (
            <EmptyState reason="busy" title={t('ui.loading')} />
          ) : place !== undefined ? (
            <EmptyState
              icon={Boxes}
              title={t('sandboxes.unknown.title', { id: place.slice(place.indexOf('/') + 1) })}
              hint={t('sandboxes.unknown.hint')}
              action={start}
            />
          ) : hasChoice ? (
            <EmptyState
              icon={Boxes}
              title={t('sandboxes.choose.title')}
              hint={t('sandboxes.choose.hint')}
              action={start}
            />
          ) : (
            <EmptyState
              icon={Boxes}
              title={t('sandboxes.empty.title')}
              hint={t('sandboxes.empty.hint')}
              action={
                <Stack row gap={2} wrap justify="center">
                  {start}
                  <Button reason={noStart} onClick={() => void openShell()}>
                    {t('sandboxes.empty.shell')}
                  </Button>
                </Stack>
              }
            />
          )}
        </Columns>
      </Tabs>
      <StopDialog />
      <StartDialog open={dialog === 'start'} {...wish} onOpenChange={toggle('start')} />
      <AttachDialog open={dialog === 'attach'} onOpenChange={toggle('attach')} />
    </Stack>
  )
}
