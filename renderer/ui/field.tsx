import type { InputHTMLAttributes, ReactNode, RefAttributes, SelectHTMLAttributes } from 'react'
import styles from './field.module.css'

interface LabelledProps {
  readonly label: ReactNode
  /** Shown under the control: units or rules. */
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** Worth checking, but valid. */
  readonly warning?: string | undefined
}

/** A label above its control, which is its child. */
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

/** The native select, styled like the inputs. */
export function Select({ className = '', ...props }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...props} className={`${styles['control']} ${className}`} />
}

interface SearchInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Accessible name and placeholder. */
  readonly label: string
  onSearch(text: string): void
}

/** Filters the content below it while typing. */
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
