import { Text, type TextProps } from './text.tsx'
import styles from './truncate.module.css'

interface TruncateProps extends TextProps {
  /** Takes the remaining space. */
  readonly grow?: boolean
}

/** One line of text, truncated with "…"; a string is also its tooltip. */
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
