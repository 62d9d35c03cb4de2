import { Text, type TextProps } from './text.tsx'
import styles from './truncate.module.css'

interface TruncateProps extends TextProps {
  /** Takes the remaining space. */
  readonly grow?: boolean
  /** A name that others begin like: it is truncated before its last characters. */
  readonly name?: boolean
}

/** Characters at the end of a name that stay. */
const LAST = 7

/** One line of text, truncated with "…"; a string is also its tooltip. */
export function Truncate({ grow, name, className = '', children, ...props }: TruncateProps) {
  return (
    <Text
      title={typeof children === 'string' ? children : undefined}
      {...props}
      className={`${styles['truncate']} ${grow ? styles['grow'] : ''} ${name ? styles['name'] : ''} ${className}`}
    >
      {name && typeof children === 'string' && children.length > 2 * LAST ? (
        <>
          <span>{children.slice(0, -LAST)}</span>
          {children.slice(-LAST)}
        </>
      ) : (
        children
      )}
    </Text>
  )
}
