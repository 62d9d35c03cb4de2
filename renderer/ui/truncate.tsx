import type { HTMLAttributes } from 'react'
import styles from './truncate.module.css'

interface TruncateProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'span' | 'strong' | 'small' | 'code' | 'b' | 'h2' | 'em'
}

/** A text on one line that ends in "…" where the room does; a text is its own tooltip. */
export function Truncate({ as: Element = 'span', className = '', children, ...props }: TruncateProps) {
  return (
    <Element
      title={typeof children === 'string' ? children : undefined}
      {...props}
      className={`${styles['truncate']} ${className}`}
    >
      {children}
    </Element>
  )
}
