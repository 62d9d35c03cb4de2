import { useMemo } from 'react'
import { JsonText } from '../../json/json-text.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { Stack } from '../../ui/stack.tsx'
import styles from './results.module.css'

const LINE = 20
/** Maximum characters drawn per line; copying includes all. */
const MAX_DRAWN_CHARACTERS = 4000

interface VirtualLinesProps {
  readonly text: string
  readonly label: string
  /** The text is indented JSON. */
  readonly json?: boolean
}

/** A long text, virtualised by line. */
export function VirtualLines({ text, label, json }: VirtualLinesProps) {
  const lines = useMemo(() => text.split('\n'), [text])
  const { scroller, rows, frame } = useVirtualRows({
    count: lines.length,
    height: LINE,
    overscan: 20,
    isText: true,
  })
  const drawn = (index: number): string => (lines[index] ?? '').slice(0, MAX_DRAWN_CHARACTERS)
  return (
    // Scrollable text must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Stack
      grow
      scroll
      pad={[2, 0]}
      ground="surface"
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <div style={frame}>
        {rows.map(({ index, place }) => (
          <Stack
            key={index}
            row
            align="stretch"
            gap={3}
            className={styles['line']}
            style={{ ...place, right: 'auto' }}
          >
            <span>{index + 1}</span>
            <code>{json ? <JsonText line={drawn(index)} /> : drawn(index)}</code>
          </Stack>
        ))}
      </div>
    </Stack>
  )
}
