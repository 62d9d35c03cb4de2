import { X } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IncompleteInput } from './bash-input.ts'
import type { ScreenProgram } from './screen-programs.ts'
import styles from './line-editor.module.css'

export type LineNote =
  | { readonly kind: 'program'; readonly program: ScreenProgram }
  | { readonly kind: 'pasted'; readonly lines: number }
  | { readonly kind: 'again' }
  | { readonly kind: 'problem'; readonly message: string }

interface LineNotesProps {
  readonly note: LineNote | undefined
  readonly incomplete: IncompleteInput | undefined
  readonly queue: readonly string[]
  onSend(): void
  onClear(): void
  onUnqueue(index: number): void
}

/** What is to be said about the line before it is sent, and the lines that wait. */
export function LineNotes({ note, incomplete, queue, onSend, onClear, onUnqueue }: LineNotesProps) {
  const t = useText()
  return (
    <>
      {queue.length > 0 ? (
        <div className={styles['queue']}>
          <small aria-hidden>{t('terminal.input.queue', { count: queue.length })}</small>
          <ul aria-label={t('terminal.input.queue', { count: queue.length })}>
            {queue.map((command, index) => (
              <li key={`${index} ${command}`}>
                <code>{command}</code>
                <IconButton
                  label={t('terminal.input.unqueue', { command })}
                  icon={X}
                  onClick={() => onUnqueue(index)}
                />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {note?.kind === 'program' ? (
        <p className={styles['note']} data-tone="warning" role="alert">
          <span>
            {t('terminal.input.program', { program: note.program.name })}{' '}
            {t(`terminal.input.program.${note.program.alternative}`)}
          </span>
          <Button onClick={onClear}>{t('terminal.input.program.edit')}</Button>
          <Button onClick={onSend}>{t('terminal.input.program.anyway')}</Button>
        </p>
      ) : null}
      {note?.kind === 'pasted' ? (
        <p className={styles['note']} data-tone="warning" role="alert">
          <span>{t('terminal.input.pasted', { lines: note.lines })}</span>
          <Button onClick={onClear}>{t('terminal.input.pasted.drop')}</Button>
          <Button onClick={onSend}>{t('terminal.input.pasted.run')}</Button>
        </p>
      ) : null}
      {note?.kind === 'again' ? (
        <p className={styles['note']} role="status">
          {t('terminal.input.again')}
        </p>
      ) : null}
      {note?.kind === 'problem' ? (
        <p className={styles['note']} data-tone="bad" role="alert">
          {note.message}
        </p>
      ) : null}
      {incomplete ? (
        <p className={styles['note']} role="status">
          {t(`terminal.input.missing.${incomplete}`)}
        </p>
      ) : null}
    </>
  )
}
