import { type LucideIcon, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SearchInput } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Row } from '../ui/row.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { Listing } from '../mcp/use-listing.ts'
import { Stack } from '../ui/stack.tsx'
import styles from './parts/console.module.css'

interface ItemListProps<T> {
  readonly label: string
  readonly listing: Listing<T>
  readonly selected: string | undefined
  describe(item: T): {
    readonly id: string
    readonly title: string
    readonly note?: string | undefined
    /** What kind of item it is. */
    readonly icon: LucideIcon
  }
  onSelect(id: string): void
}

/** A searchable list of what a server offers, with keyboard navigation. */
export function ItemList<T>({ label, listing, selected, describe, onSelect }: ItemListProps<T>) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { items, loading, error, cut, reload } = listing
  const described = useMemo(() => items.map(describe), [items, describe])
  const needle = search.toLowerCase()
  const shown = described.filter(({ title, note, id }) =>
    `${title} ${id} ${note ?? ''}`.toLowerCase().includes(needle),
  )
  const move = (step: number): void => {
    const at = shown.findIndex(({ id }) => id === selected)
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))]
    if (next) onSelect(next.id)
  }
  // Used within a sentence; the label is capitalised to stand alone.
  const what = label.toLocaleLowerCase()
  return (
    <Stack grow ground="ground" className={styles['list']}>
      <Stack row gap={1.5} pad={[1, 2]} line="bottom" className={styles['listHead']}>
        <SearchInput
          label={t('console.list.search', { what })}
          value={search}
          onSearch={setSearch}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            move(event.key === 'ArrowDown' ? 1 : -1)
          }}
        />
        <IconButton label={t('console.list.reload')} icon={RefreshCw} onClick={reload} />
      </Stack>
      {error ? (
        <Notice tone="bad" role="alert">
          {error}
        </Notice>
      ) : null}
      {loading || error || shown.length > 0 ? (
        <List
          label={label}
          items={shown}
          keyOf={({ id }) => id}
          current={selected}
          busy={loading}
          className={styles['items']}
        >
          {({ id, title, note, icon: Icon }) => (
            <Row
              icon={<Icon size={14} aria-hidden />}
              label={title}
              note={note}
              selected={id === selected}
              onClick={() => onSelect(id)}
            />
          )}
        </List>
      ) : items.length === 0 ? (
        <EmptyState title={t('console.list.empty', { what })} hint={t('console.list.offersNone')} />
      ) : (
        <EmptyState
          title={t('console.list.noMatch', { what })}
          action={<Button onClick={() => setSearch('')}>{t('ui.clearSearch')}</Button>}
        />
      )}
      {shown.length < items.length || cut ? (
        <Stack as="p" tone="quiet" small fixed pad={[1, 3]} line="top">
          {t('ui.shown', { shown: shown.length, total: items.length })}
          {cut ? ` — ${t('console.list.cut')}` : null}
        </Stack>
      ) : null}
    </Stack>
  )
}
