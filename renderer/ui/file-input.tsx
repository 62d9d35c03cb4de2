import { useRef, useState, type ChangeEvent, type ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import button from './button.module.css'
import styles from './file-input.module.css'

interface CommonProps {
  /** File name endings or media types, as in HTML. */
  readonly accept?: string
  /** Takes a folder with everything in it, where the browser can. */
  readonly folder?: boolean
  /** Says beside the button which file was chosen; for a form that keeps it. */
  readonly showsName?: boolean
  /** The accessible name, where no label is around it. */
  readonly label?: string
  /** What the button shows instead of its usual words. */
  readonly children?: ReactNode
}

/** Takes one file, or any number of them. */
type FileInputProps = CommonProps & ({ onFile(file: File): void } | { onFiles(files: readonly File[]): void })

/** A file field whose words are in the page's language; a browser's own has its own. Give it a label. */
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
    // So that the same file can be chosen again after it was changed.
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
          // The label around it would open the same dialog a second time.
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
