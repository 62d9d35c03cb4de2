import { ArrowRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { KindIcon } from '../../../graph/canvas/kind-icon.tsx'
import { shownName, shownText } from '../../../ui/shown-name.ts'
import { Truncate } from '../../../ui/truncate.tsx'
import { cellText } from '../../../spl/result.ts'
import type { Reference } from '../../run/references.ts'
import styles from './table.module.css'

/** Maximum characters drawn; the reader shows all. */
const MAX_DRAWN_CHARACTERS = 500
/** Characters of an id shown for an entity without a name. */
const SHORT_ID = 8

/** An entity with name, kind and domain, or a relation with its type. */
function Chip({ reference, name }: { readonly reference: Reference; readonly name: string | undefined }) {
  if (reference.kind === 'relation')
    return (
      <span className={styles['chip']}>
        <ArrowRight size={12} aria-hidden />
        <b>{shownName(reference.type)}</b>
      </span>
    )
  const { id, type, domain } = reference
  // Types usually start with their domain, which is not repeated.
  const kind = type.startsWith(`${domain}.`) ? type : `${domain} · ${type}`
  return (
    <span className={styles['chip']} data-unnamed={name === undefined || undefined}>
      <KindIcon kind={type} />
      <b>
        {name === undefined ? `${id.slice(0, SHORT_ID)}…` : shownName(name.slice(0, MAX_DRAWN_CHARACTERS))}
      </b>
      <small>{shownName(kind)}</small>
    </span>
  )
}

interface CellProps {
  readonly id: string
  /** Index of the column among the shown ones. */
  readonly column: number
  readonly value: unknown
  /** What the value means, if it does not say so itself. */
  readonly words: string | undefined
  /** The entity or relation it refers to, if shown by name. */
  readonly reference: Reference | undefined
  readonly name: string | undefined
  readonly active: boolean
  readonly selected: boolean
  /** Left offset of a pinned column. */
  readonly sticky: number | undefined
  onPointerDown(event: MouseEvent): void
  onPointerEnter(event: MouseEvent): void
  onDoubleClick(): void
}

/** One value of a row. Keys are handled by the grid: arrows move the active cell, Enter opens it. */
export function Cell({
  column,
  value,
  words,
  reference,
  name,
  active,
  selected,
  sticky,
  ...handlers
}: CellProps) {
  const nothing = value === null || value === undefined
  const text = nothing ? '–' : shownText(cellText(value).slice(0, MAX_DRAWN_CHARACTERS))
  return (
    <Truncate
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={selected}
      as="div"
      small
      mono={reference === undefined}
      className={styles['cell']}
      title={reference || words !== undefined ? text : undefined}
      data-active={active}
      data-kind={nothing ? 'nothing' : reference ? 'reference' : typeof value}
      data-pinned={sticky === undefined ? undefined : true}
      style={{ gridColumn: column + 2, left: sticky }}
      {...handlers}
    >
      {reference ? <Chip reference={reference} name={name} /> : (words ?? text)}
    </Truncate>
  )
}
