import { useMemo } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { type Command, useCommands } from '../app/commands.ts'
import { useText, type Text } from '../i18n/text.ts'
import { hasFailed, nextBlock } from './blocks/block.ts'
import { exportTerminal } from './blocks/block-actions.ts'
import { useEditing } from './line/editing.ts'
import {
  type UnsupportedFeature,
  noInterrupt,
  useUnsupportedFeature,
} from './sandboxes/unsupported-feature.ts'
import { keepSandboxAlive, openDialog, restartSandbox, stopSandbox } from './sandboxes/sandbox-actions.ts'
import { refreshSandboxes, useSandbox } from './sandboxes/sandbox-store.ts'
import { closeTerminal, newTerminal } from './sessions/opening.ts'
import { interrupt, submit } from './sessions/runner.ts'
import { useFinding } from './screen/finding.ts'
import { type Section, useShown } from './sessions/shown.ts'
import { changeTerminal, terminalOf, useTerminals } from './sessions/terminal-store.ts'

const SECTIONS: readonly Section[] = ['terminals', 'files', 'ports', 'overview']

interface Dialogs {
  start(): void
  attach(): void
}

/** What the commands act on. */
interface Target {
  readonly sandbox: SandboxInfo | undefined
  /** The terminal that has the keyboard. */
  readonly focused: string | undefined
  readonly unsupported: UnsupportedFeature
}

/** The bench's actions for the palette and the keyboard. */
export function useBenchCommands({ start, attach }: Dialogs): void {
  const t = useText()
  const place = useShown((state) => state.place)
  const sandbox = useSandbox(place)
  const unsupported = useUnsupportedFeature()
  const focused = useTerminals((state) => state.focused)
  useCommands(
    useMemo(
      () => benchCommands(t, { sandbox, focused, unsupported }, { start, attach }),
      [attach, focused, unsupported, sandbox, start, t],
    ),
  )
}

/** The same while nothing of the bench is there yet, for the list of keys. */
export const declaredCommands = (t: Text): Command[] =>
  benchCommands(
    t,
    { sandbox: undefined, focused: undefined, unsupported: () => undefined },
    { start: () => undefined, attach: () => undefined },
  )

function benchCommands(
  t: Text,
  { sandbox, focused, unsupported }: Target,
  { start, attach }: Dialogs,
): Command[] {
  const group = t('terminal.group')
  const none = sandbox ? undefined : t('terminal.choose')
  const ifShown = none === undefined ? {} : { disabled: none }
  const ifOffered = (feature: Parameters<typeof unsupported>[0]) => {
    const reason = none ?? (sandbox && unsupported(feature, sandbox.platform))
    return reason === undefined ? {} : { disabled: reason }
  }
  const go = (direction: 1 | -1, wanted?: typeof hasFailed): void => {
    const terminal = focused === undefined ? undefined : terminalOf(focused)
    const next = terminal && nextBlock(terminal.blocks, terminal.selected, direction, wanted)
    if (terminal && next) changeTerminal(terminal.id, () => ({ selected: next.number }))
  }
  const unstoppable = sandbox && noInterrupt(unsupported, sandbox.platform)
  const ofTerminal = focused === undefined ? { disabled: t('terminal.choose') } : {}
  const all: Command[] = [
    { id: 'sandboxes.start', title: t('terminal.start'), group, run: start },
    { id: 'sandboxes.attach', title: t('terminal.attach'), group, run: attach },
    { id: 'sandboxes.refresh', title: t('terminal.refresh'), group, run: () => refreshSandboxes() },
    {
      id: 'sandboxes.stop',
      title: t('terminal.stop'),
      group,
      ...ifOffered('stop'),
      run: () => void (sandbox && stopSandbox(sandbox)),
    },
    {
      id: 'sandboxes.restart',
      title: t('terminal.restart'),
      group,
      ...ifOffered('restart'),
      run: () => void (sandbox && restartSandbox(sandbox)),
    },
    {
      id: 'sandboxes.keepAlive',
      title: t('terminal.keepAlive'),
      group,
      ...ifShown,
      run: () => void (sandbox && keepSandboxAlive(sandbox)),
    },
    {
      id: 'sandboxes.commit',
      title: t('terminal.commit'),
      group,
      ...ifOffered('commit'),
      run: () => openDialog('commit'),
    },
    {
      id: 'sandboxes.delete',
      title: t('terminal.delete.command'),
      group,
      ...ifOffered('remove'),
      run: () => openDialog('delete'),
    },
    ...SECTIONS.map((section) => ({
      id: `sandboxes.${section}`,
      title: t('terminal.command.show', { section: t(`terminal.section.${section}`) }),
      group,
      ...ifShown,
      run: () => useShown.setState({ section }),
    })),
    {
      id: 'terminal.new',
      title: t('terminal.new'),
      group,
      ...ifShown,
      run: () => void (sandbox && newTerminal(sandbox)),
    },
    {
      id: 'terminal.close',
      title: t('terminal.command.close'),
      group,
      ...ofTerminal,
      run: () => void (focused && closeTerminal(focused)),
    },
    {
      id: 'terminal.focus',
      title: t('terminal.command.focus'),
      group,
      keys: 'Mod+`',
      ...ofTerminal,
      run: () => void (focused && useEditing.getState().focus(focused)),
    },
    {
      id: 'terminal.find',
      title: t('terminal.find'),
      group,
      keys: 'Mod+Shift+F',
      ...ofTerminal,
      run: () => useFinding.setState({ terminal: focused }),
    },
    {
      id: 'terminal.interrupt',
      title: t('terminal.input.interrupt'),
      group,
      ...(unstoppable === undefined ? ofTerminal : { disabled: unstoppable }),
      run: () => void (focused && interrupt(focused)),
    },
    {
      id: 'terminal.rerun',
      title: t('terminal.block.rerun'),
      group,
      ...ofTerminal,
      run: () => {
        const terminal = focused === undefined ? undefined : terminalOf(focused)
        const block =
          terminal?.blocks.find(({ number }) => number === terminal.selected) ?? terminal?.blocks.at(-1)
        if (terminal && block) submit(terminal.id, block.command)
      },
    },
    {
      id: 'terminal.previous',
      title: t('terminal.block.previous'),
      group,
      keys: 'Alt+ArrowUp',
      ...ofTerminal,
      run: () => go(-1),
    },
    {
      id: 'terminal.next',
      title: t('terminal.block.next'),
      group,
      keys: 'Alt+ArrowDown',
      ...ofTerminal,
      run: () => go(1),
    },
    {
      id: 'terminal.failedBefore',
      title: t('terminal.block.failedBefore'),
      group,
      keys: 'Alt+Shift+ArrowUp',
      ...ofTerminal,
      run: () => go(-1, hasFailed),
    },
    {
      id: 'terminal.failed',
      title: t('terminal.block.failed'),
      group,
      keys: 'Alt+Shift+ArrowDown',
      ...ofTerminal,
      run: () => go(1, hasFailed),
    },
    ...(['text', 'markdown', 'html', 'asciicast'] as const).map((format) => ({
      id: `terminal.export.${format}`,
      title: `${t('terminal.export')}: ${t(`terminal.export.${format}`)}`,
      group,
      ...ofTerminal,
      run: () => {
        const terminal = focused === undefined ? undefined : terminalOf(focused)
        if (terminal) exportTerminal(terminal, format, { columns: 80, rows: 24 })
      },
    })),
  ]
  // Its keys are its own only while it is in front.
  return all.map((command) => ({ ...command, bench: 'sandboxes' }))
}
