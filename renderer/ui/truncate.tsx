import { Text, type TextProps } from './text.tsx'
import styles from './truncate.module.css'

interface TruncateProps extends TextProps {
  /** Takes what room is left. */
  readonly grow?: boolean
}

/** A text on one line that ends in "…" where the room does; a text is its own tooltip. */
export function Truncate({ grow, className = '', children, ...props }: TruncateProps) {
  return (
    <Text
      title={typeof children === 'string' ? children : undefined}
      {...props}
      className={`${styles['truncate']} ${grow ? styles['grow'] : ''} ${className}`}
    >
      {children}
    </Text>
  )
}
