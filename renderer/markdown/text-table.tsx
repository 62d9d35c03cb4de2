import { Text, type Tone } from '../ui/text.tsx'
import styles from './markdown.module.css'

/** Maximum characters shown per value. */
const MAX_VALUE_CHARACTERS = 48
const VALUE = {
  maxWidth: `${MAX_VALUE_CHARACTERS}ch`,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

/** A row's highlight, with its text. */
interface RowMark {
  readonly sign: string
  readonly label: string
  readonly tone: Tone
}

interface TextTableProps {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly React.ReactNode[])[]
  /** Marks by row index. */
  readonly marks?: ReadonlyMap<number, RowMark>
}

/** A small text table in the style of Markdown tables. */
export function TextTable({ label, columns, rows, marks }: TextTableProps) {
  return (
    <div
      className={styles['markdown']}
      style={{ border: 0, overflow: 'auto' }}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
      tabIndex={0}
    >
      <table style={{ fontSize: 'var(--text-small)' }}>
        <thead>
          <tr>
            {marks ? <td aria-hidden /> : null}
            {columns.map((column, at) => (
              <th key={at} scope="col" style={VALUE}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const mark = marks?.get(at)
            return (
              <tr key={at}>
                {marks ? (
                  <Text as="td" tone={mark?.tone} strong title={mark?.label}>
                    {mark ? (
                      <span aria-label={mark.label} role="img">
                        {mark.sign}
                      </span>
                    ) : null}
                  </Text>
                ) : null}
                {row.map((value, column) => (
                  <Text
                    as="td"
                    key={column}
                    tone={mark?.tone}
                    style={VALUE}
                    title={
                      typeof value === 'string' && value.length > MAX_VALUE_CHARACTERS ? value : undefined
                    }
                  >
                    {value}
                  </Text>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
