import { Fragment, type ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'
import styles from './details.module.css'
import type { Section } from './sections.ts'

/** A field's name that breaks into lines at its underscores and nowhere else, where it must. */
const breakable = (name: string): ReactNode =>
  name.split(/(?<=[^_]_)(?=[^_])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))

/** One group of facts, folded open. */
export function SectionView({ section }: { readonly section: Section }) {
  const t = useText()
  const count = 'rows' in section ? section.rows.length : section.pairs.length
  return (
    <details className={styles['section']} open>
      <summary>
        {t(`explorer.section.${section.title}`)} <small>{count}</small>
      </summary>
      {'pairs' in section ? (
        <dl>
          {section.pairs.map(([name, value], index) => (
            <div key={index}>
              <dt>{breakable(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <div
          className={styles['scroll']}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
          tabIndex={0}
          role="region"
          aria-label={t(`explorer.section.${section.title}`)}
        >
          <table>
            <thead>
              <tr>
                {section.columns.map((column) => (
                  <th key={column} scope="col">
                    {column.replaceAll('_', ' ')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {section.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}
