import type { ReactNode } from 'react'
import { type MessageKey, useText } from '../../i18n/text.ts'
import { breakable } from '../../ui/breakable.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './details.module.css'
import { factName, factWords, type Section } from './sections.ts'

/** Display names of the system's time fields. */
const TIME_NAMES: Readonly<Record<string, MessageKey>> = {
  __first_observed_time__: 'explorer.details.firstObserved',
  // It may lie ahead, for what is known to stay.
  __last_observed_time__: 'explorer.details.observedUntil',
  __keep_alive_seconds__: 'explorer.details.keptAlive',
}

interface SectionViewProps {
  readonly section: Section
  readonly isModel: boolean
  /** What the model calls the fields of an entity. */
  readonly names?: ReadonlyMap<string, string>
}

/** A collapsible group of facts. */
export function SectionView({ section, isModel, names }: SectionViewProps) {
  const t = useText()
  const { title } = section
  const called = (name: string): ReactNode => {
    const key = TIME_NAMES[name]
    if (key !== undefined) return t(key)
    const words = names?.get(name)
    if (words !== undefined) return <span title={name}>{breakable(words)}</span>
    return isModel ? <span title={name}>{breakable(factName(title, name))}</span> : breakable(name)
  }
  const valueOf = (name: string, value: string): ReactNode => {
    const words = isModel ? factWords(title, name, value) : undefined
    return words === undefined ? <LongText key={name}>{value}</LongText> : <span title={value}>{words}</span>
  }
  const count = 'rows' in section ? section.rows.length : section.pairs.length
  return (
    // System fields are rarely needed: collapsed by default.
    <details className={styles['section']} open={section.title !== 'system'}>
      <summary>
        {t(`explorer.section.${section.title}`)} <small>{count}</small>
      </summary>
      {'pairs' in section ? (
        <Facts lined facts={section.pairs.map(([name, value]) => [called(name), valueOf(name, value)])} />
      ) : (
        <Stack
          scroll
          // What scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
          tabIndex={0}
          role="region"
          aria-label={t(`explorer.section.${section.title}`)}
        >
          <table>
            <thead>
              <tr>
                {section.columns.map((column) => (
                  <th key={column} scope="col">
                    {called(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {section.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>
                      <LongText>{cell}</LongText>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Stack>
      )}
    </details>
  )
}
