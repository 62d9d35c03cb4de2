import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useCallback, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../../../i18n/text.ts'
import { useSliced } from '../../../app/use-sliced.ts'
import { Button } from '../../../ui/button.tsx'
import { closed, jsonSteps, openablePaths, opened, preview, type JsonLine } from './json-lines.ts'
import styles from './json.module.css'

const LINE = 22
/** "Open all" stops here. */
const MAX_OPEN = 20_000
/** What is open at first: the first row. */
const FIRST: ReadonlySet<string> = new Set(['/0'])
const NONE: readonly JsonLine[] = []

function Value({ line, open }: { readonly line: JsonLine; readonly open: boolean }) {
  const { value, members } = line
  if (members !== undefined) {
    const brackets = Array.isArray(value) ? `[${members}]` : `{${members}}`
    return <span className={styles['preview']}>{open ? brackets : preview(value)}</span>
  }
  const kind = value === null ? 'null' : typeof value
  return (
    <span className={styles['value']} data-kind={kind}>
      {JSON.stringify(value) ?? 'null'}
    </span>
  )
}

/** A value as a tree: arrows walk and open, Enter toggles; only what is in sight is drawn. */
export function JsonView({ value }: { readonly value: unknown }) {
  const t = useText()
  const [start, setStart] = useState(FIRST)
  const [active, setActive] = useState(0)
  const { value: base = NONE, busy } = useSliced(useCallback(() => jsonSteps(value, start), [value, start]))
  const [edited, setEdited] = useState<{ readonly base: typeof base; readonly lines: typeof base }>()
  const lines = edited?.base === base ? edited.lines : base
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
  })
  const isOpenAt = (place: number): boolean => (lines[place + 1]?.depth ?? 0) > (lines[place]?.depth ?? 0)
  const toggle = (place: number): void => {
    if (lines[place]?.members)
      setEdited({ base, lines: isOpenAt(place) ? closed(lines, place) : opened(lines, place) })
  }
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(lines.length - 1, index))
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lines[active]
    if (!line) return
    const isOpen = isOpenAt(active)
    if (event.key === 'ArrowDown') go(active + 1)
    else if (event.key === 'ArrowUp') go(active - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(lines.length - 1)
    else if (event.key === 'Enter' || event.key === ' ') toggle(active)
    else if (event.key === 'ArrowRight') {
      if (isOpen) go(active + 1)
      else toggle(active)
    } else if (event.key === 'ArrowLeft') {
      if (isOpen) toggle(active)
      else go(lines.findLastIndex((each, index) => index < active && each.depth < line.depth))
    } else return
    event.preventDefault()
  }
  return (
    <div className={styles['view']}>
      <div className={styles['bar']}>
        <Button onClick={() => setStart(openablePaths(value, Number.POSITIVE_INFINITY, MAX_OPEN))}>
          {t('query.json.openAll')}
        </Button>
        <Button onClick={() => setStart(new Set())}>{t('query.json.closeAll')}</Button>
        <span>{t('query.json.lines', { count: lines.length })}</span>
      </div>
      <div
        ref={scroller}
        className={styles['scroller']}
        role="tree"
        tabIndex={0}
        aria-label={t('query.view.json')}
        aria-busy={busy}
        aria-activedescendant={lines.length > 0 ? `json-line-${active}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: virtual.getTotalSize() }} role="presentation">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index]
            if (!line) return null
            const isOpen = isOpenAt(index)
            const Chevron = isOpen ? ChevronDown : ChevronRight
            return (
              // The tree itself takes the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={line.path}
                id={`json-line-${index}`}
                role="treeitem"
                aria-level={line.depth + 1}
                aria-expanded={line.members ? isOpen : undefined}
                aria-selected={index === active}
                className={styles['line']}
                data-active={index === active}
                style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + line.depth * 16 }}
                onClick={() => {
                  setActive(index)
                  toggle(index)
                }}
              >
                {line.members ? <Chevron size={13} aria-hidden /> : <span className={styles['leaf']} />}
                <span className={styles['label']}>{line.label}</span>
                <Value line={line} open={isOpen} />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
