import { Stack } from '../ui/stack.tsx'
import { Search } from 'lucide-react'
import { use, useEffect, type ReactNode } from 'react'
import { useText, type MessageKey } from '../i18n/text.ts'
import { FrontContext } from '../ui/landmark.ts'
import { shownName } from '../ui/shown-name.ts'
import { Tip } from '../ui/tip.tsx'
import { Toolbar } from '../ui/toolbar.tsx'
import { Truncate } from '../ui/truncate.tsx'
import styles from './bench-header.module.css'
import { shownKeys } from './keys.ts'
import { usePalette } from './palette-store.ts'

interface BenchTitleProps {
  readonly title: MessageKey
  /** What the bench shows (a model, a sandbox, a connection); also part of the window title. */
  readonly object?: string | undefined
  /** What is open of the object (an element, a tool); in the window title alone, as the page shows it below. */
  readonly part?: string | undefined
  /** Replaces the object's name when another one can be chosen. */
  readonly picker?: ReactNode
}

/** The bench's name and what it shows, at the left of its header. */
export function BenchTitle({ title, object, part, picker }: BenchTitleProps) {
  const t = useText()
  const front = use(FrontContext)
  const name = t(title)
  useEffect(() => {
    if (front)
      document.title = [part && shownName(part), object, name, t('app.name')].filter(Boolean).join(' – ')
  }, [front, name, object, part, t])
  return (
    <Stack row gap={2} className={styles['title']}>
      <h1>{name}</h1>
      {picker ??
        (object ? (
          <Truncate tone="quiet" className={styles['object']}>
            {object}
          </Truncate>
        ) : null)}
    </Stack>
  )
}

/** Opens the command palette; at the right of every bench's header. */
export function FindButton() {
  const t = useText()
  const keys = shownKeys('app.palette')
  return (
    <Tip text={t('app.palette.open')} keys={keys}>
      <button type="button" className={styles['find']} onClick={() => usePalette.setState({ open: true })}>
        <Search size={14} aria-hidden />
        <span>{t('app.find')}</span>
        <kbd aria-hidden>{keys}</kbd>
      </button>
    </Tip>
  )
}

interface BenchHeaderProps extends BenchTitleProps {
  /** Accessible name of the toolbar. */
  readonly label: string
  readonly children?: ReactNode
}

/** The first line of a bench: name, object, tools and search. */
export function BenchHeader({ label, children, ...title }: BenchHeaderProps) {
  return (
    <Toolbar label={label}>
      <BenchTitle {...title} />
      {children}
      <FindButton />
    </Toolbar>
  )
}
