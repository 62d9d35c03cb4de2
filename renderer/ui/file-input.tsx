import { useRef, useState, type ChangeEvent } from 'react'
import { useText } from '../app/i18n/text.ts'
import button from './button.module.css'
import styles from './file-input.module.css'

interface FileInputProps {
  /** File name endings or media types, as in HTML. */
  readonly accept?: string
  /** Says beside the button which file was chosen; for a form that keeps it. */
  readonly showsName?: boolean
  onFile(file: File): void
}

/** A file field whose words are in the page's language; a browser's own has its own. Give it a label. */
export function FileInput({ accept, showsName = false, onFile }: FileInputProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string>()
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again after it was changed.
    event.target.value = ''
    if (!file) return
    setName(file.name)
    onFile(file)
  }
  return (
    <span className={styles['field']}>
      <input ref={input} type="file" className="visually-hidden" accept={accept} onChange={choose} />
      <span
        aria-hidden
        className={button['button']}
        onClick={(event) => {
          // The label around it would open the same dialog a second time.
          event.preventDefault()
          input.current?.click()
        }}
      >
        {t('ui.chooseFile')}
      </span>
      {showsName ? <span className={styles['name']}>{name ?? t('ui.noFile')}</span> : null}
    </span>
  )
}
