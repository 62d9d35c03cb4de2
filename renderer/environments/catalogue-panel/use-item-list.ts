import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { type CatalogueItem, useFavourites, useRecent } from '../catalogue/catalogue-store.ts'
import { useBenchView } from '../session/view-store.ts'
import { type CatalogueRow, catalogueRows, itemsIn, adjacentItem } from '../catalogue/groups.ts'

/** Heights in px: a heading or row, a heading with its game's task, and a card. */
const ROW = 26
const TASK = 64
const CARD = 78

function heightOf(row: CatalogueRow | undefined, isCard: boolean): number {
  if (!isCard || row === undefined) return ROW
  if (row.kind === 'heading') return row.summary === undefined ? ROW : TASK
  return row.isLevel ? ROW : CARD
}

export type ItemList = ReturnType<typeof useItemList>

/** State of a catalogue list: search text, matching rows, and selection. */
export function useItemList(items: readonly CatalogueItem[]) {
  const t = useText()
  const favourites = useFavourites()
  const recent = useRecent()
  const [search, setSearch] = useState('')
  const [chosen, choose] = useState<string>()
  const [found, setFound] = useState<string>()
  const isCard = useBenchView(({ cards }) => cards)
  const rows = useMemo(
    () =>
      catalogueRows(items, search, {
        favourites,
        recent,
        titles: {
          favourites: t('environments.catalogue.favourites'),
          recent: t('environments.catalogue.recent'),
          typed: t('environments.catalogue.typed'),
        },
      }),
    [items, search, favourites, recent, t],
  )
  const listed = itemsIn(rows)
  const ids = new Set(listed.map(({ offer }) => offer.id))
  const current =
    listed.find(({ key }) => key === chosen) ??
    (search === '' ? listed.findLast(({ offer }) => offer.id === found) : listed[0])
  const {
    scroller,
    rows: drawn,
    frame,
    scrollTo,
  } = useVirtualRows({
    count: rows.length,
    height: (index) => heightOf(rows[index], isCard),
    keyOf: (index) => rows[index]?.key ?? index,
  })
  // The details open below and shrink the list: scroll the selection back into view.
  const at = current ? rows.indexOf(current) : -1
  useEffect(() => {
    if (at < 0) return undefined
    const next = requestAnimationFrame(() => scrollTo(at))
    return () => cancelAnimationFrame(next)
  }, [at, isCard, scrollTo])
  return {
    rows,
    current,
    /**
     * Number of distinct environments listed: a favourite also appears in its family, and a typed id is not
     * the platform's.
     */
    shown: items.filter(({ id }) => ids.has(id)).length,
    drawn,
    frame,
    scroller,
    search,
    find: (text: string): void => {
      setSearch(text)
      choose(undefined)
    },
    choose,
    /** Clears the search after it led to an environment, which stays selected. */
    found: (id: string): void => {
      setSearch('')
      choose(undefined)
      setFound(id)
    },
    /** Moves the selection; returns false if there is nothing to select. */
    walk: (by: 1 | -1): boolean => {
      const next = adjacentItem(listed, current, by)
      if (!next) return false
      choose(next.key)
      scrollTo(rows.indexOf(next))
      return true
    },
  }
}
