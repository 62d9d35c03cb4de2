/* oxlint-disable jsx-a11y/no-autofocus, jsx-a11y/no-noninteractive-element-to-interactive-role -- the search that was just asked for; a list of choices is a list */
import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { commandsOf, searchHistory, useHistory } from '../sessions/history.ts'
import styles from './line-editor.module.css'

interface HistorySearchProps {
  readonly sandboxId: string
  /** Undefined: the person gave up. */
  choose(command: string | undefined): void
}

/** Ctrl+R: looks through the commands of this sandbox, or of all. */
export function HistorySearch({ sandboxId, choose }: HistorySearchProps) {
  const t = useText()
  const entries = useHistory((state) => state.entries)
  const [needle, setNeedle] = useState('')
  const [everywhere, setEverywhere] = useState(false)
  const [chosen, setChosen] = useState(0)
  const found = searchHistory(commandsOf(entries, everywhere ? undefined : sandboxId), needle)
  const move = (step: number): void => setChosen((at) => Math.max(0, Math.min(found.length - 1, at + step)))
  const keys: Readonly<Record<string, () => void>> = {
    Enter: () => choose(found[chosen]),
    Escape: () => choose(undefined),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Tab: () => setEverywhere(!everywhere),
  }
  return (
    <div className={styles['history']} role="search">
      <div>
        <Input
          value={needle}
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls="history-found"
          aria-label={t('sandboxes.history')}
          placeholder={t('sandboxes.history')}
          onChange={(event) => {
            setNeedle(event.target.value)
            setChosen(0)
          }}
          onKeyDown={(event) => {
            const again = event.ctrlKey && event.key.toLowerCase() === 'r'
            const act = again
              ? () => move(1)
              : event.ctrlKey && event.key === 'g'
                ? keys['Escape']
                : keys[event.key]
            if (!act) return
            event.preventDefault()
            event.stopPropagation()
            act()
          }}
        />
        <label>
          <input
            type="checkbox"
            checked={everywhere}
            onChange={(event) => setEverywhere(event.target.checked)}
          />
          {t('sandboxes.history.all')}
        </label>
      </div>
      <ul id="history-found" role="listbox" aria-label={t('sandboxes.history')}>
        {found.map((command, index) => (
          <li
            key={command}
            role="option"
            aria-selected={index === chosen}
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' })
            }}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(command)
            }}
          >
            {command}
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p>{t('sandboxes.history.empty')}</p> : null}
    </div>
  )
}
