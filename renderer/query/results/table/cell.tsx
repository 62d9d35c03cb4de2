import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { KindIcon } from '../../../graph/canvas/kind-icon.tsx'
import { shownName, shownText } from '../../../ui/shown-name.ts'
import { Truncate } from '../../../ui/truncate.tsx'
import { cellText } from '../../../spl/result.ts'
import type { EntityReference, Reference, RelationReference } from '../../../spl/references.ts'
import styles from './table.module.css'

/** Maximum characters drawn; the reader shows all. */
const MAX_DRAWN_CHARACTERS = 500
/** Characters of an id shown for an entity without a name. */
const SHORT_ID = 8
/** Parts of a path or a list that are drawn; more are wider than a column. */
const MAX_PARTS = 12

interface ChipProps {
  readonly reference: EntityReference | RelationReference
  /** The name of an entity whose row does not have it. */
  nameOf(key: string): string | undefined
}

/** An entity with name, kind and domain, or a relation with its type. */
function Chip({ reference, nameOf }: ChipProps) {
  if (reference.kind === 'relation') {
    const Arrow = reference.against ? ArrowLeft : ArrowRight
    return (
      <span className={styles['chip']}>
        <Arrow size={12} aria-hidden />
        <b>{shownName(reference.type)}</b>
      </span>
    )
  }
  const { id, type, domain } = reference
  const name = reference.name ?? nameOf(reference.key)
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

/** Several chips on one line, in their order. */
function Chips({
  parts,
  nameOf,
}: Pick<ChipProps, 'nameOf'> & { readonly parts: readonly ChipProps['reference'][] }) {
  return (
    <span className={styles['chips']}>
      {parts.slice(0, MAX_PARTS).map((part, place) => (
        // The same entity may be in a path twice.
        <Chip key={`${place} ${part.kind}`} reference={part} nameOf={nameOf} />
      ))}
      {parts.length > MAX_PARTS ? <small>+{parts.length - MAX_PARTS}</small> : null}
    </span>
  )
}

interface CellProps extends Pick<ChipProps, 'nameOf'> {
  readonly id: string
  /** Index of the column among the shown ones. */
  readonly column: number
  readonly value: unknown
  /** What the value means, if it does not say so itself. */
  readonly words: string | undefined
  /** What it refers to, if shown by name. */
  readonly reference: Reference | undefined
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
  nameOf,
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
      {reference?.kind === 'several' ? (
        <Chips parts={reference.parts} nameOf={nameOf} />
      ) : reference ? (
        <Chip reference={reference} nameOf={nameOf} />
      ) : (
        (words ?? text)
      )}
    </Truncate>
  )
}
