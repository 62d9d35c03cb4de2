import { ArrowRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { KindIcon } from '../../../graph/canvas/kind-icon.tsx'
import { Truncate } from '../../../ui/truncate.tsx'
import { cellText } from '../../../spl/result.ts'
import type { Reference } from '../../run/references.ts'
import styles from './table.module.css'

/** Characters of a cell that are drawn; the reader has all. */
const DRAWN = 500
/** Characters of an id that stands for an entity without a name. */
const SHORT_ID = 8

/** An entity by its name, kind and domain, or a relation by its type. */
function Chip({ reference, name }: { readonly reference: Reference; readonly name: string | undefined }) {
  if (reference.kind === 'relation')
    return (
      <span className={styles['chip']}>
        <ArrowRight size={12} aria-hidden />
        <b>{reference.type}</b>
      </span>
    )
  const { id, type, domain } = reference
  // Types are mostly called by their domain first, which need not be said twice.
  const kind = type.startsWith(`${domain}.`) ? type : `${domain} · ${type}`
  return (
    <span className={styles['chip']} data-unnamed={name === undefined || undefined}>
      <KindIcon kind={type} />
      <b>{name ?? `${id.slice(0, SHORT_ID)}…`}</b>
      <small>{kind}</small>
    </span>
  )
}

interface CellProps {
  readonly id: string
  /** Place of the column among those shown. */
  readonly column: number
  readonly value: unknown
  /** What it stands for, where it is shown by name. */
  readonly reference: Reference | undefined
  readonly name: string | undefined
  readonly active: boolean
  readonly selected: boolean
  /** Distance from the left edge where a pinned column stays. */
  readonly sticky: number | undefined
  onPointerDown(event: MouseEvent): void
  onPointerEnter(event: MouseEvent): void
  onDoubleClick(): void
}

/** One value of a row. The grid itself takes the keys: arrows move the active cell, Enter opens it. */
export function Cell({ column, value, reference, name, active, selected, sticky, ...handlers }: CellProps) {
  const nothing = value === null || value === undefined
  const text = nothing ? '–' : cellText(value).slice(0, DRAWN)
  return (
    <Truncate
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={selected}
      as="div"
      small
      mono={reference === undefined}
      className={styles['cell']}
      title={reference ? text : undefined}
      data-active={active}
      data-kind={nothing ? 'nothing' : reference ? 'reference' : typeof value}
      data-pinned={sticky === undefined ? undefined : true}
      style={{ gridColumn: column + 2, left: sticky }}
      {...handlers}
    >
      {reference ? <Chip reference={reference} name={name} /> : text}
    </Truncate>
  )
}
