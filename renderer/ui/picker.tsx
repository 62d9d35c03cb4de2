import { useId, useState } from 'react'
import { Field, Input } from './field.tsx'
import styles from './picker.module.css'

/** An option; `key` identifies it. */
export interface PickerOption {
  readonly key: string
  readonly label: string
  readonly note?: string
}

interface PickerProps {
  readonly label: string
  /** The current choice, as text. */
  readonly chosen: string
  readonly placeholder?: string
  readonly hint?: string
  readonly error?: string | undefined
  /** Text typed since the last choice; undefined while not editing. */
  readonly query: string | undefined
  /** Matches for the query, best first. */
  readonly options: readonly PickerOption[]
  /** Shown below, for example that nothing matches. */
  readonly status?: string | undefined
  /** Accepts free text, also on blur. */
  readonly free?: boolean
  onQuery(query: string | undefined): void
  onPick(key: string): void
}

/** A combobox for many options: type part of a name, choose with the arrow keys. */
export function Picker({
  label,
  chosen,
  query,
  options,
  status,
  free,
  onQuery,
  onPick,
  ...field
}: PickerProps) {
  const id = useId()
  const [place, setPlace] = useState(0)
  const pick = (key: string | undefined): void => {
    if (key === undefined) return
    onPick(key)
    onQuery(undefined)
  }
  return (
    <div className={styles['picker']}>
      <Field label={label} hint={status ?? field.hint} error={field.error}>
        <Input
          role="combobox"
          placeholder={field.placeholder}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options[place] ? `${id}-${place}` : undefined}
          value={query ?? chosen}
          onChange={(event) => {
            onQuery(event.target.value)
            setPlace(0)
          }}
          // Without a choice, the options are shown on focus.
          onFocus={() => chosen === '' && onQuery('')}
          onBlur={() => (free && query?.trim() ? pick(query.trim()) : onQuery(undefined))}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && query === undefined) onQuery('')
            else if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, options.length - 1))
            else if (event.key === 'ArrowUp') setPlace(Math.max(0, place - 1))
            else if (event.key === 'Enter' && options.length > 0) pick(options[place]?.key)
            else return
            event.preventDefault()
          }}
        />
      </Field>
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={options.length === 0}>
        {options.map(({ key, label, note }, index) => (
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === place}
            onPointerDown={(event) => {
              event.preventDefault()
              pick(key)
            }}
          >
            <span>{label}</span>
            {note === undefined ? null : <small>{note}</small>}
          </div>
        ))}
      </div>
    </div>
  )
}
