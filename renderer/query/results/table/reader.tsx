import { useState } from 'react'
import { openWith } from '../../../app/intents.ts'
import { useText } from '../../../i18n/text.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { cellText, type Row } from '../../../spl/result.ts'
import { entitiesIn, referenceOf } from '../../../spl/references.ts'
import { shownText } from '../../../ui/shown-name.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './table.module.css'

/** The opened cell with its row. */
export interface Reading {
  readonly column: string
  /** The name that the column is shown with. */
  readonly called: string
  readonly row: number
  readonly value: unknown
  readonly record: Row
}

/** Formats a value for reading: JSON indented, also inside strings. */
function readable(value: unknown): string {
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    try {
      return JSON.stringify(JSON.parse(value), null, 2)
    } catch {
      return value
    }
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : cellText(value)
}

/** Shows a single value, or its whole row, in full. */
export function Reader({ reading, onClose }: { readonly reading: Reading | undefined; onClose(): void }) {
  const t = useText()
  const [whole, setWhole] = useState(false)
  const reference = reading && referenceOf(reading.value, reading.column, reading.record)
  const entities = [...new Set(entitiesIn(reference).map(({ key }) => key))]
  const shown = reading ? readable(whole ? reading.record : reading.value) : ''
  return (
    <Dialog
      open={reading !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={reading ? t('query.reader.title', { column: reading.called, row: reading.row + 1 }) : ''}
      width={760}
    >
      <Stack row gap={1}>
        <Button aria-pressed={!whole} onClick={() => setWhole(false)}>
          {t('query.reader.value')}
        </Button>
        <Button aria-pressed={whole} onClick={() => setWhole(true)}>
          {t('query.reader.row')}
        </Button>
        <Text tone="quiet" small style={{ flex: 1, paddingLeft: 8 }}>
          {t('query.reader.size', { count: shown.length })}
        </Text>
        {entities.length > 0 ? (
          <Button
            onClick={() => {
              onClose()
              void openWith('explorer.entities', { entities })
            }}
          >
            {t('query.cell.explorer')}
          </Button>
        ) : null}
        <CopyButton text={shown} />
      </Stack>
      {/* Scrollable text must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles['reader']} tabIndex={0}>
        {shownText(shown)}
      </pre>
    </Dialog>
  )
}
