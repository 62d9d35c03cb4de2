import { useCallback, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { useSliced } from '../app/use-sliced.ts'
import { Button } from '../ui/button.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { Tree } from '../ui/tree.tsx'
import { closed, isFlat, jsonSteps, openablePaths, opened, preview, type JsonLine } from './json-lines.ts'
import styles from './json.module.css'

/** Limit of "Open all". */
const MAX_OPEN = 20_000
/** Initially expanded for rows: the first one. */
const FIRST: ReadonlySet<string> = new Set(['/0'])
const NONE: readonly JsonLine[] = []

function Value({ line, open }: { readonly line: JsonLine; readonly open: boolean }) {
  const { value, members } = line
  if (members !== undefined) {
    const brackets = Array.isArray(value) ? `[${members}]` : `{${members}}`
    return <Text tone="quiet">{open ? brackets : preview(value)}</Text>
  }
  const kind = value === null ? 'null' : typeof value
  return (
    <span className={styles['value']} data-kind={kind}>
      {JSON.stringify(value) ?? 'null'}
    </span>
  )
}

interface JsonViewProps {
  readonly value: unknown
  readonly label?: string
  /** Initially expanded paths. */
  readonly start?: ReadonlySet<string>
}

/** A virtualised JSON tree: arrows move and expand, Enter toggles. */
export function JsonView({ value, label, start: begin = FIRST }: JsonViewProps) {
  const t = useText()
  const [start, setStart] = useState(begin)
  const [active, setActive] = useState(0)
  const { value: base = NONE, busy } = useSliced(useCallback(() => jsonSteps(value, start), [value, start]))
  const [edited, setEdited] = useState<{ readonly base: typeof base; readonly lines: typeof base }>()
  const lines = edited?.base === base ? edited.lines : base
  const isOpenAt = (place: number): boolean => (lines[place + 1]?.depth ?? 0) > (lines[place]?.depth ?? 0)
  const toggle = (place: number): void => {
    if (lines[place]?.members)
      setEdited({ base, lines: isOpenAt(place) ? closed(lines, place) : opened(lines, place) })
  }
  return (
    <Stack grow>
      {isFlat(lines) ? null : (
        <Stack row gap={1} pad={[1, 2]} line="bottom" className={styles['bar']}>
          <Button onClick={() => setStart(openablePaths(value, Number.POSITIVE_INFINITY, MAX_OPEN))}>
            {t('query.json.openAll')}
          </Button>
          <Button onClick={() => setStart(new Set())}>{t('query.json.closeAll')}</Button>
          <span>{t('query.json.lines', { count: lines.length })}</span>
        </Stack>
      )}
      <Tree
        label={label ?? t('query.view.json')}
        busy={busy}
        rows={lines}
        keyOf={({ path }) => path}
        isOpen={(place) => (lines[place]?.members ? isOpenAt(place) : undefined)}
        active={active}
        onActive={setActive}
        onToggle={toggle}
        className={styles['tree']}
      >
        {(line, place) => (
          <>
            <span className={styles['label']}>{line.label}</span>
            <Value line={line} open={isOpenAt(place)} />
          </>
        )}
      </Tree>
    </Stack>
  )
}
