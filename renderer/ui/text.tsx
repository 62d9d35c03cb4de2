import type { ElementType, HTMLAttributes } from 'react'
import { padding, type Room } from './room.ts'
import styles from './text.module.css'

/** `quiet` for what stands beside the matter, `faint` for what may be missed; the others say how something went. */
export type Tone = 'quiet' | 'faint' | 'good' | 'warning' | 'bad'

/** How words look, wherever they stand. */
export interface Words {
  readonly tone?: Tone | undefined
  readonly small?: boolean | undefined
  readonly strong?: boolean | undefined
  readonly mono?: boolean | undefined
}

/** The classes that make words look so. */
export const wordClasses = ({ tone, small, strong, mono }: Words): string =>
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

export interface TextProps extends HTMLAttributes<HTMLElement>, Words {
  /** The element it is; a `span` by default. */
  readonly as?: TextElement
  /** Long names and addresses break anywhere rather than widen the view. */
  readonly breaks?: boolean
  /** Room around the words. */
  readonly pad?: Room
  /** As many lines and no more; the last ends in "…". */
  readonly lines?: number
}

/** Words with a tone. */
export function Text(props: TextProps) {
  const { as = 'span', tone, small, strong, mono, breaks, pad, lines, ...others } = props
  const { className = '', style, ...rest } = others
  const Element: ElementType = as
  const classes = [wordClasses({ tone, small, strong, mono }), breaks && styles['breaks']]
  return (
    <Element
      {...rest}
      className={[...classes, lines && styles['lines'], className].filter(Boolean).join(' ') || undefined}
      style={{ padding: padding(pad), WebkitLineClamp: lines, ...style }}
    />
  )
}
