import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { length, padding, type Room, type Step } from './room.ts'
import styles from './stack.module.css'
import { textClasses, type TextStyle } from './text.tsx'

interface StackProps extends HTMLAttributes<HTMLElement>, TextStyle {
  /** Element type; a `div` by default. */
  readonly as?:
    | 'div'
    | 'section'
    | 'aside'
    | 'article'
    | 'header'
    | 'footer'
    | 'nav'
    | 'form'
    | 'ul'
    | 'ol'
    | 'li'
    | 'dl'
    | 'p'
    | 'span'
    | 'label'
  /** A centred row instead of a column. */
  readonly row?: boolean
  /** Gap between the children, in steps of 4 px. */
  readonly gap?: Step
  /** Padding. */
  readonly pad?: Room
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  readonly justify?: 'start' | 'center' | 'end' | 'space-between'
  /** Wraps children that do not fit. */
  readonly wrap?: boolean
  /** Takes the remaining space and shrinks: its content scrolls or is clipped. */
  readonly grow?: boolean
  /** Does not shrink. */
  readonly fixed?: boolean
  /** Scrolls overflowing content. */
  readonly scroll?: boolean
  /** A border along one edge. */
  readonly line?: 'top' | 'bottom'
  readonly ground?: 'surface' | 'ground' | 'sunken' | 'raised' | 'selected' | 'warning-ground'
  readonly ref?: Ref<HTMLDivElement>
  readonly children?: ReactNode
}

/** A flex column or row with an even gap. */
export function Stack(props: StackProps) {
  const {
    as = 'div',
    row,
    gap,
    pad,
    align,
    justify,
    wrap,
    grow,
    fixed,
    scroll,
    line,
    ground,
    ...others
  } = props
  const { className = '', style, tone, small, strong, mono, ...rest } = others
  // Props are typed above; for a union of elements React's types would require the props of each.
  const Element = as as 'div'
  return (
    <Element
      {...rest}
      className={`${styles['stack']} ${textClasses({ tone, small, strong, mono })} ${className}`}
      data-row={row || undefined}
      data-grow={grow || undefined}
      data-scroll={scroll || undefined}
      data-line={line}
      style={{
        gap: gap === undefined ? undefined : length(gap),
        padding: padding(pad),
        alignItems: align,
        justifyContent: justify,
        flexWrap: wrap ? 'wrap' : undefined,
        flex: fixed ? 'none' : undefined,
        background: ground && `var(--${ground})`,
        ...style,
      }}
    />
  )
}

/** A form as a column, handled in script; submitting does not reload the page. */
export function Form({ onSubmit, ...props }: Omit<StackProps, 'as' | 'onSubmit'> & { onSubmit(): unknown }) {
  return (
    <Stack
      {...props}
      as="form"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    />
  )
}
