import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one thing a view is about; `danger` destroys. */
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet'
}

/** A labelled button, 26 px high. */
export function Button({ tone = 'plain', className = '', ...props }: ButtonProps) {
  return <button type="button" {...props} data-tone={tone} className={`${styles['button']} ${className}`} />
}
