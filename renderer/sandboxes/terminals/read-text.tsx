import { useEffect, useRef, useState } from 'react'
import type { Block } from '#shared/terminals/block.ts'
import { useText } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { outputText } from '../blocks/block-export.ts'
import { outcomeWords } from '../blocks/block-outcome.tsx'
import { outputOf } from '../sessions/actions.ts'
import { useReading } from '../sessions/reading.ts'
import { chosenBlock, type TerminalView } from '../sessions/view.ts'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import styles from './terminal-pane.module.css'

interface ReadTextProps {
  readonly terminal: TerminalView
  readonly screen: TerminalScreen | undefined
}

/**
 * A block's text in a field that can be walked through, selected and copied by keys alone; xterm.js draws text
 * that assistive technology cannot read. It stays as it was when it was opened, so that nothing moves while it is
 * read.
 */
export function ReadText({ terminal, screen }: ReadTextProps) {
  const { terminal: id, number } = useReading()
  if (id !== terminal.id) return null
  const block = terminal.blocks.find((one) => one.number === number) ?? chosenBlock(terminal)
  return block ? <ReadBlock key={block.number} terminal={terminal.id} block={block} screen={screen} /> : null
}

function ReadBlock({
  terminal,
  block: now,
  screen,
}: {
  readonly terminal: string
  readonly block: Block
  readonly screen: TerminalScreen | undefined
}) {
  const t = useText()
  const [block] = useState(now)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState<string>()
  useEffect(() => {
    if (block.state === 'running' && screen) return setText(screen.textOf(block.number))
    outputOf(terminal, block.number).then(
      (output) => setText(outputText({ output })),
      () => setText(''),
    )
  }, [terminal, block, screen])
  useEffect(() => {
    // Chromium has no caret in a field that is `readOnly`, so nothing could be walked or selected by keys.
    const keep = (event: Event): void => event.preventDefault()
    const element = field.current
    element?.addEventListener('beforeinput', keep)
    return () => element?.removeEventListener('beforeinput', keep)
  }, [])
  useEffect(() => {
    // A screen is read from its last line, where the program has come to, an output from its beginning.
    const at = block.state === 'running' ? (text?.lastIndexOf('\n') ?? 0) + 1 : 0
    field.current?.setSelectionRange(at, at)
  }, [text, block])
  const command = block.background ? t('sandboxes.block.background') : block.command
  const title = t('sandboxes.read.title', { command })
  return (
    <Dialog
      open
      onOpenChange={() => useReading.setState({ terminal: undefined })}
      title={title}
      description={block.state === 'running' ? t('sandboxes.block.running') : outcomeWords(t, block)}
      width={900}
    >
      <textarea
        ref={field}
        aria-readonly
        inputMode="none"
        spellCheck={false}
        className={styles['text']}
        aria-label={title}
        wrap="off"
        rows={20}
        value={text === '' ? t('sandboxes.read.nothing') : (text ?? t('ui.loading'))}
        onChange={() => undefined}
      />
    </Dialog>
  )
}
