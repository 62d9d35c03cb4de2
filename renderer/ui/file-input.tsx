import { useRef, useState, type ChangeEvent, type ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import button from './button.module.css'
import styles from './file-input.module.css'

interface CommonProps {
  /** File extensions or media types, as in HTML. */
  readonly accept?: string
  /** Takes a folder with its contents, if the browser supports it. */
  readonly folder?: boolean
  /** Shows the chosen file's name beside the button. */
  readonly showsName?: boolean
  /** Accessible name, if there is no label around it. */
  readonly label?: string
  /** Replaces the button's default text. */
  readonly children?: ReactNode
}

/** Takes one file, or several. */
type FileInputProps = CommonProps & ({ onFile(file: File): void } | { onFiles(files: readonly File[]): void })

/** A file input with localised text; the browser's own uses the browser's language. Give it a label. */
export function FileInput({
  accept,
  folder = false,
  showsName = false,
  label,
  children,
  ...taker
}: FileInputProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string>()
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])]
    // Reset, so that the same file can be chosen again after it changed.
    event.target.value = ''
    const [first] = files
    if (!first) return
    setName(files.map((file) => file.name).join(', '))
    if ('onFiles' in taker) taker.onFiles(files)
    else taker.onFile(first)
  }
  return (
    <span className={styles['field']}>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        multiple={'onFiles' in taker}
        accept={accept}
        {...(folder ? { webkitdirectory: '' } : {})}
        aria-label={label}
        onChange={choose}
      />
      <span
        aria-hidden
        className={button['button']}
        onClick={(event) => {
          // The surrounding label would open the file dialog a second time.
          event.preventDefault()
          input.current?.click()
        }}
      >
        {children ?? t('ui.chooseFile')}
      </span>
      {showsName ? <span className={styles['name']}>{name ?? t('ui.noFile')}</span> : null}
    </span>
  )
}
