import { Stack } from '../ui/stack.tsx'
import { Search } from 'lucide-react'
import { use, useEffect, type ReactNode } from 'react'
import { useText, type MessageKey } from '../i18n/text.ts'
import { useNarrow } from '../ui/narrow.ts'
import { FrontContext } from '../ui/landmark.ts'
import { shownName } from '../ui/shown-name.ts'
import { Tip } from '../ui/tip.tsx'
import { Toolbar } from '../ui/toolbar.tsx'
import { Truncate } from '../ui/truncate.tsx'
import styles from './bench-header.module.css'
import { PALETTE_EVERYWHERE, shownKeys } from './keys.ts'
import { usePalette } from './palette-store.ts'
import { useRoute } from './route.ts'

/** Page width in px from which the header has room for the object, and for the words of the search. */
const OBJECT_FROM_PX = 1000
const WORDS_FROM_PX = 1200

interface BenchTitleProps {
  readonly title: MessageKey
  /** What the bench shows (a model, a sandbox, a connection); also part of the window title. */
  readonly object?: string | undefined
  /** What is open of the object (an element, a tool); in the window title alone, as the page shows it below. */
  readonly part?: string | undefined
  /** Replaces the object's name when another one can be chosen. */
  readonly picker?: ReactNode
  /** Has more tools than one line of a very narrow window holds. */
  readonly long?: boolean | undefined
}

/** Page width in px from which a header with many tools has room for the bench's name, too. */
const NAME_FROM_PX = 720

/** The bench's name and what it shows, at the left of its header. */
export function BenchTitle({ title, object, part, picker, long }: BenchTitleProps) {
  const t = useText()
  const front = use(FrontContext)
  const name = t(title)
  const narrow = useNarrow(OBJECT_FROM_PX)
  const unnamed = useNarrow(NAME_FROM_PX) && long
  useEffect(() => {
    if (front)
      document.title = [part && shownName(part), object, name, t('app.name')].filter(Boolean).join(' – ')
  }, [front, name, object, part, t])
  return (
    <Stack row gap={2} className={styles['title']}>
      <h1 className={unnamed ? 'visually-hidden' : undefined}>{name}</h1>
      {picker ?? (object && !narrow ? <Truncate tone="quiet">{object}</Truncate> : null)}
    </Stack>
  )
}

/** Where a shell or its program may have the keys: Ctrl+K deletes to the end of its line. */
const BENCH_OF_SHELLS = 'sandboxes'

/** Opens the command palette; at the right of every bench's header. */
export function FindButton() {
  const t = useText()
  // By bench, not by focus: buttons that move when they are pressed are missed.
  const isAmongShells = useRoute(({ bench }) => bench === BENCH_OF_SHELLS)
  const keys = shownKeys(isAmongShells ? PALETTE_EVERYWHERE : 'app.palette')
  const narrow = useNarrow(WORDS_FROM_PX)
  return (
    <Tip text={t('app.palette.open')} keys={keys}>
      <button type="button" className={styles['find']} onClick={() => usePalette.setState({ open: true })}>
        <Search size={14} aria-hidden />
        <span className={narrow ? 'visually-hidden' : undefined}>{t('app.find')}</span>
        {narrow ? null : <kbd aria-hidden>{keys}</kbd>}
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
export function BenchHeader({ label, long, children, ...title }: BenchHeaderProps) {
  return (
    <Toolbar label={label} {...(long ? { wrap: 'small' } : {})}>
      <BenchTitle {...title} long={long} />
      {children}
      <FindButton />
    </Toolbar>
  )
}
