import type { ElementType, HTMLAttributes, ReactNode } from 'react'
import styles from './stack.module.css'

/** Steps of the 4 px grid. */
export type Step = 0 | 0.5 | 1 | 1.5 | 2 | 3 | 4 | 6 | 8

interface StackProps extends HTMLAttributes<HTMLElement> {
  /** The element it is; a `div` unless told. */
  readonly as?:
    'div' | 'section' | 'aside' | 'header' | 'footer' | 'form' | 'ul' | 'li' | 'p' | 'span' | 'label'
  /** Side by side and centred, instead of one below the other. */
  readonly row?: boolean
  /** Room between the children, in steps of 4 px. */
  readonly gap?: Step
  /** Room around the children, in steps of 4 px. */
  readonly pad?: Step
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  readonly justify?: 'start' | 'center' | 'end' | 'space-between'
  /** Goes on in the next line when the children do not fit. */
  readonly wrap?: boolean
  /** Takes what room is left, and no more: what is inside scrolls or is cut. */
  readonly grow?: boolean
  /** Scrolls what does not fit. */
  readonly scroll?: boolean
  /** A line along one edge. */
  readonly line?: 'top' | 'bottom'
  readonly children?: ReactNode
}

/** Children one below the other, or in a row, with even room between them. */
export function Stack({
  as = 'div',
  row,
  gap = 0,
  pad,
  align,
  justify,
  wrap,
  grow,
  scroll,
  line,
  className = '',
  style,
  ...props
}: StackProps) {
  const Element: ElementType = as
  return (
    <Element
      {...props}
      className={`${styles['stack']} ${className}`}
      data-row={row || undefined}
      data-grow={grow || undefined}
      data-scroll={scroll || undefined}
      data-line={line}
      style={{
        gap: gap * 4,
        padding: pad === undefined ? undefined : pad * 4,
        alignItems: align,
        justifyContent: justify,
        flexWrap: wrap ? 'wrap' : undefined,
        ...style,
      }}
    />
  )
}
