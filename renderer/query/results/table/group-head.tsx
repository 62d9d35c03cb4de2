import { ChevronDown, ChevronRight } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { shownText } from '../../../ui/shown-name.ts'
import { Text } from '../../../ui/text.tsx'
import type { Line } from './groups.ts'
import styles from './table.module.css'

/** Characters of a group's value that are drawn. */
const MAX_GROUP_CHARACTERS = 500

interface GroupHeadProps {
  readonly id: string
  readonly line: Extract<Line, { kind: 'group' }>
  readonly active: boolean
  /** What its value means, if it does not say so itself. */
  readonly words: string | undefined
  /** The name of the column that is grouped by. */
  readonly called: string
  onToggle(): void
}

/** A group header: column, value, row count, and whether it is expanded. */
export function GroupHead({ id, line, active, words, called, onToggle }: GroupHeadProps) {
  const t = useText()
  const value = line.value === '' ? '–' : shownText(line.value.slice(0, MAX_GROUP_CHARACTERS))
  const Arrow = line.open ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      id={id}
      tabIndex={-1}
      aria-expanded={line.open}
      className={styles['group']}
      data-active={active}
      onClick={onToggle}
    >
      <Arrow size={13} aria-hidden />
      <Text tone="quiet">{called}:</Text>
      <b title={words === undefined ? undefined : value}>{words ?? value}</b>
      <Text tone="quiet" small>
        {t('query.table.rows', { count: line.count })}
      </Text>
    </button>
  )
}
