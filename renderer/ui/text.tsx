import type { ElementType, HTMLAttributes } from 'react'
import { padding, type Room } from './room.ts'
import styles from './text.module.css'

/** `quiet`: secondary; `faint`: negligible; the others express an outcome. */
export type Tone = 'quiet' | 'faint' | 'good' | 'warning' | 'bad'

/** Text styles. */
export interface TextStyle {
  readonly tone?: Tone | undefined
  readonly small?: boolean | undefined
  readonly strong?: boolean | undefined
  readonly mono?: boolean | undefined
}

/** Returns the class names of text styles. */
export const textClasses = ({ tone, small, strong, mono }: TextStyle): string =>
  [tone && styles[tone], small && styles['small'], strong && styles['strong'], mono && styles['mono']]
    .filter(Boolean)
    .join(' ')

type TextElement =
  | 'span'
  | 'p'
  | 'div'
  | 'small'
  | 'strong'
  | 'b'
  | 'em'
  | 'code'
  | 'label'
  | 'summary'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'li'
  | 'dt'
  | 'dd'
  | 'td'
  | 'header'
  | 'footer'
  | 'section'

export interface TextProps extends HTMLAttributes<HTMLElement>, TextStyle {
  /** Element type; a `span` by default. */
  readonly as?: TextElement
  /** Breaks long names and addresses anywhere instead of widening the view. */
  readonly breaks?: boolean
  /** Padding. */
  readonly pad?: Room
  /** Maximum number of lines; the last one ends in "…". */
  readonly lines?: number
}

/** Styled text. */
export function Text(props: TextProps) {
  const { as = 'span', tone, small, strong, mono, breaks, pad, lines, ...others } = props
  const { className = '', style, ...rest } = others
  const Element: ElementType = as
  const classes = [textClasses({ tone, small, strong, mono }), breaks && styles['breaks']]
  return (
    <Element
      {...rest}
      className={[...classes, lines && styles['lines'], className].filter(Boolean).join(' ') || undefined}
      style={{ padding: padding(pad), WebkitLineClamp: lines, ...style }}
    />
  )
}
