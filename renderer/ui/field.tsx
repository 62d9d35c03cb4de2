import type { InputHTMLAttributes, ReactNode, RefAttributes, SelectHTMLAttributes } from 'react'
import styles from './field.module.css'

interface LabelledProps {
  readonly label: string
  /** Shown under the control, for units or rules. */
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** Worth a look, not wrong. */
  readonly warning?: string | undefined
}

/** A label above its control; the control is its child. */
export function Field({
  label,
  hint,
  error,
  warning,
  children,
}: LabelledProps & { readonly children: ReactNode }) {
  return (
    <label className={styles['field']}>
      <span className={styles['label']}>{label}</span>
      {children}
      {hint && !error && !warning ? <span className={styles['hint']}>{hint}</span> : null}
      {warning && !error ? <span className={styles['warning']}>{warning}</span> : null}
      {error ? (
        <span className={styles['error']} role="alert">
          {error}
        </span>
      ) : null}
    </label>
  )
}

/** A one-line text input, 28 px high. */
export function Input({
  className = '',
  ...props
}: InputHTMLAttributes<HTMLInputElement> & RefAttributes<HTMLInputElement>) {
  return (
    <input
      type="text"
      spellCheck={false}
      autoComplete="off"
      {...props}
      className={`${styles['control']} ${className}`}
    />
  )
}

/** The system's own select, dressed like the inputs. */
export function Select({ className = '', ...props }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...props} className={`${styles['control']} ${className}`} />
}

interface SearchInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Its accessible name, which stands in it while it is empty. */
  readonly label: string
  onSearch(text: string): void
}

/** Finds among what is shown below it, as one types. */
export function SearchInput({ label, onSearch, ...props }: SearchInputProps) {
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      {...props}
      onChange={(event) => onSearch(event.target.value)}
    />
  )
}
