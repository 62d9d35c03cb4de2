import { hasFailed } from '#shared/terminals/block.ts'
import { useCommandHandlers, type CommandHandler, type CommandHandlers } from '../app/commands.ts'
import { useText } from '../i18n/text.ts'
import { exportTerminal } from './blocks/block-actions.ts'
import { EXPORT_FORMATS } from './commands.ts'
import { noInterrupt, useUnsupportedFeature } from './sandboxes/unsupported-feature.ts'
import { keepSandboxAlive, openDialog, restartSandbox, stopSandbox } from './sandboxes/sandbox-actions.ts'
import { refreshSandboxes, useSandbox } from './sandboxes/sandbox-store.ts'
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
import { SECTIONS, useShown } from './sessions/shown.ts'
import { changeView, nextBlock, terminalOf, useTerminals } from './sessions/view.ts'

interface Dialogs {
  start(image?: string): void
  attach(): void
  images(): void
}

/** What the commands of the bench do with the sandbox that is shown and the terminal that has the keyboard. */
export function useSandboxesCommands(dialogs: Dialogs): void {
  useCommandHandlers({ ...useSandboxHandlers(dialogs), ...useTerminalHandlers() })
}

function useSandboxHandlers({ start, attach, images }: Dialogs): CommandHandlers {
  const t = useText()
  const place = useShown((state) => state.place)
  const sandbox = useSandbox(place)
  const unsupported = useUnsupportedFeature()
  const none = sandbox ? undefined : t('sandboxes.choose')
  const ifShown = (run: CommandHandler['run']): CommandHandler => ({ run, disabled: none })
  const ifOffered = (
    feature: Parameters<typeof unsupported>[0],
    run: CommandHandler['run'],
  ): CommandHandler => ({
    run,
    disabled: none ?? (sandbox && unsupported(feature, sandbox.platform)),
  })
  return {
    'sandboxes.start': start,
    'sandboxes.attach': attach,
    'sandboxes.images': images,
    'sandboxes.rename': ifShown(() => openDialog('name')),
    'sandboxes.refresh': () => refreshSandboxes(),
    'sandboxes.stop': ifOffered('stop', () => sandbox && stopSandbox(sandbox)),
    'sandboxes.restart': ifOffered('restart', () => sandbox && restartSandbox(sandbox)),
    'sandboxes.keepAlive': ifShown(() => sandbox && keepSandboxAlive(sandbox)),
    'sandboxes.commit': ifOffered('commit', () => openDialog('commit')),
    'sandboxes.delete': ifOffered('remove', () => openDialog('delete')),
    ...Object.fromEntries(
      SECTIONS.map((section) => [`sandboxes.${section}`, ifShown(() => useShown.setState({ section }))]),
    ),
    'sandboxes.new': ifShown(() => sandbox && newTerminal(sandbox)),
  }
}

function useTerminalHandlers(): CommandHandlers {
  const t = useText()
  const sandbox = useSandbox(useShown((state) => state.place))
  const unsupported = useUnsupportedFeature()
  const focused = useTerminals((state) => state.focused)
  const none = focused === undefined ? t('sandboxes.choose') : undefined
  const onFocused = (run: (id: string) => unknown): CommandHandler => ({
    run: () => focused !== undefined && run(focused),
    disabled: none,
  })
  const goTo = (direction: 1 | -1, wanted?: typeof hasFailed): CommandHandler =>
    onFocused((id) => {
      const terminal = terminalOf(id)
      const next = terminal && nextBlock(terminal.blocks, terminal.selected, direction, wanted)
      if (terminal && next) changeView(terminal.id, { selected: next.number })
    })
  const split = (direction: 'horizontal' | 'vertical'): CommandHandler =>
    onFocused((id) => {
      const terminal = terminalOf(id)
      if (terminal) splitTerminal(terminal, direction)
    })
  const step = (by: 1 | -1): CommandHandler => onFocused((id) => stepTab(id, by))
  return {
    'sandboxes.split.right': split('horizontal'),
    'sandboxes.split.down': split('vertical'),
    'sandboxes.nextTerminal': step(1),
    'sandboxes.previousTerminal': step(-1),
    'sandboxes.close': onFocused(closeTerminal),
    'sandboxes.focus': onFocused((id) => useEditing.getState().focus(id, 'there-and-back')),
    'sandboxes.find': onFocused((id) => useFinding.setState({ terminal: id })),
    'sandboxes.interrupt': {
      ...onFocused(interrupt),
      disabled: (sandbox && noInterrupt(unsupported, sandbox.platform)) ?? none,
    },
    'sandboxes.rerun': onFocused((id) => {
      const terminal = terminalOf(id)
      const block =
        terminal?.blocks.find(({ number }) => number === terminal.selected) ?? terminal?.blocks.at(-1)
      if (terminal && block) submitAgain(terminal.id, block.command)
    }),
    'sandboxes.previous': goTo(-1),
    'sandboxes.next': goTo(1),
    'sandboxes.failedBefore': goTo(-1, hasFailed),
    'sandboxes.failed': goTo(1, hasFailed),
    ...Object.fromEntries(
      EXPORT_FORMATS.map((format) => [
        `sandboxes.export.${format}`,
        onFocused((id) => {
          const terminal = terminalOf(id)
          if (terminal) void exportTerminal(terminal, format, { columns: 80, rows: 24 })
        }),
      ]),
    ),
  }
}
