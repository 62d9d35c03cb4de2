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

/** Text that is read and copied but takes no room; any other way to hide it would part it from what is before it. */
const UNSEEN = { fontSize: 0 }

/** One line of text, truncated with "…"; a string is also its tooltip. */
export function Truncate({ grow, name, className = '', style, children, ...props }: TruncateProps) {
  const parted = name && typeof children === 'string' && children.length > 2 * LAST
  return (
    <Text
      title={typeof children === 'string' ? children : undefined}
      // The style sheet draws it behind the first part, which is read whole.
      data-tail={parted ? children.slice(-LAST) : undefined}
      {...props}
      style={grow ? { flex: 1, ...style } : style}
      className={`${styles['truncate']} ${name ? styles['name'] : ''} ${className}`}
    >
      {parted ? (
        <span>
          {children.slice(0, -LAST)}
          <span style={UNSEEN}>{children.slice(-LAST)}</span>
        </span>
      ) : (
        children
      )}
    </Text>
  )
}
