import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { length, padding, type Room, type Step } from './room.ts'
import styles from './stack.module.css'
import { wordClasses, type Words } from './text.tsx'

interface StackProps extends HTMLAttributes<HTMLElement>, Words {
  /** The element it is; a `div` by default. */
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
  /** Side by side and centred, instead of one below the other. */
  readonly row?: boolean
  /** Room between the children, in steps of 4 px. */
  readonly gap?: Step
  /** Room around the children. */
  readonly pad?: Room
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  readonly justify?: 'start' | 'center' | 'end' | 'space-between'
  /** Goes on in the next line when the children do not fit. */
  readonly wrap?: boolean
  /** Takes what room is left, and no more: what is inside scrolls or is cut. */
  readonly grow?: boolean
  /** Keeps its size where room is short. */
  readonly fixed?: boolean
  /** Scrolls what does not fit. */
  readonly scroll?: boolean
  /** A line along one edge. */
  readonly line?: 'top' | 'bottom'
  readonly ground?: 'surface' | 'ground' | 'sunken' | 'raised' | 'selected' | 'warning-ground'
  readonly ref?: Ref<HTMLDivElement>
  readonly children?: ReactNode
}

/** Children one below the other, or in a row, with even room between them. */
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
  // Its own props are checked above; as one of many elements React's types would ask for the props of each.
  const Element = as as 'div'
  return (
    <Element
      {...rest}
      className={`${styles['stack']} ${wordClasses({ tone, small, strong, mono })} ${className}`}
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

/** A form, its parts one below the other, that is handled here; the browser would load the page again. */
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
