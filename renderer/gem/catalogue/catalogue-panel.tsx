import { useVirtualizer } from '@tanstack/react-virtual'
import { Star } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { setView } from '../gem-view-store.ts'
import { openEnvironment } from '../session/open.ts'
import { useFreshCatalogue, usePlatform, usePlatforms } from '../use-platform.ts'
import styles from './catalogue-panel.module.css'
import { type Offer, loadCatalogue, toggleFavourite, useCatalogue, useCatalogues } from './catalogue-store.ts'
import { EntryDetails } from './entry-details.tsx'
import { catalogueRows } from './groups.ts'

const ROW = 26

/** What the chosen platform offers: search, favourites, recent ones, families; Enter opens. */
export function CataloguePanel() {
  const t = useText()
  const platforms = usePlatforms()
  const platform = usePlatform()
  useFreshCatalogue(platform)
  const catalogue = useCatalogue(platform?.id)
  const favourites = useCatalogues((state) => state.favourites)
  const recent = useCatalogues((state) => state.recent)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string>()
  const scroller = useRef<HTMLDivElement>(null)

  const rows = useMemo(
    () =>
      catalogueRows(catalogue.offers, search, {
        favourites,
        recent,
        titles: {
          favourites: t('gem.catalogue.favourites'),
          recent: t('gem.catalogue.recent'),
          typed: t('gem.catalogue.typed'),
        },
      }),
    [catalogue.offers, search, favourites, recent, t],
  )
  const offers = rows.flatMap((row) => (row.kind === 'offer' ? [row] : []))
  const current = offers.find(({ key }) => key === chosen) ?? (search === '' ? undefined : offers[0])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  const open = (offer: Offer): void => {
    if (platform) void openEnvironment(platform.id, offer.id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && current) open(current.offer)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const at = current ? offers.indexOf(current) : -1
      const next = offers[Math.max(0, Math.min(offers.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]
      if (!next) return
      setChosen(next.key)
      virtual.scrollToIndex(rows.indexOf(next))
    } else return
    event.preventDefault()
  }

  return (
    <div className={styles['panel']}>
      <div className={styles['controls']}>
        {platforms.length > 1 ? (
          <Field label={t('gem.platform')}>
            <Select value={platform?.id} onChange={(event) => setView({ platform: event.target.value })}>
              {platforms.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
        <Input
          type="search"
          id="gem-search"
          role="combobox"
          aria-label={t('gem.catalogue.search')}
          aria-controls="gem-catalogue"
          aria-expanded
          aria-activedescendant={current ? `gem-offer-${current.key}` : undefined}
          placeholder={t('gem.catalogue.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <p className={styles['count']}>
          {t('gem.catalogue.count', {
            shown: new Set(offers.map(({ offer }) => offer.id)).size,
            total: catalogue.offers.length,
          })}
        </p>
      </div>
      {catalogue.state === 'loading' && catalogue.offers.length === 0 ? (
        <EmptyState title={t('ui.loading')} />
      ) : null}
      {catalogue.failure ? (
        <EmptyState
          title={catalogue.failure.message}
          {...(catalogue.failure.hint ? { hint: catalogue.failure.hint } : {})}
          action={
            <Button onClick={() => platform && void loadCatalogue(platform.id)}>{t('ui.retry')}</Button>
          }
        />
      ) : null}
      {catalogue.state === 'ready' && catalogue.kind !== 'catalogue' ? (
        <p className={styles['note']}>{t(`gem.catalogue.${catalogue.kind}`)}</p>
      ) : null}
      <div ref={scroller} className={styles['scroller']}>
        <div
          id="gem-catalogue"
          role="listbox"
          aria-label={t('gem.catalogue')}
          tabIndex={0}
          onKeyDown={onKeyDown}
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!
            const place = { transform: `translateY(${start}px)` }
            if (row.kind === 'heading') {
              return (
                <div key={row.key} role="presentation" className={styles['heading']} style={place}>
                  {row.title}
                  <span>{row.count}</span>
                </div>
              )
            }
            const { offer } = row
            const favourite = favourites.includes(offer.id)
            return (
              <div key={row.key} role="presentation" className={styles['line']} style={place}>
                {/* The list takes the keys; options are clicked. */}
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
                <div
                  id={`gem-offer-${row.key}`}
                  role="option"
                  aria-selected={row.key === current?.key}
                  className={styles['offer']}
                  title={offer.id}
                  onClick={() => setChosen(row.key)}
                  onDoubleClick={() => open(offer)}
                >
                  {shortName(offer)}
                </div>
                {favourite ? <Star size={11} className={styles['star']} aria-hidden /> : null}
              </div>
            )
          })}
        </div>
      </div>
      {current ? (
        <div className={styles['details']}>
          <div className={styles['actions']}>
            <Button tone="primary" disabled={!platform} onClick={() => open(current.offer)}>
              {t('gem.catalogue.open')}
            </Button>
            <IconButton
              icon={Star}
              label={t(
                favourites.includes(current.offer.id) ? 'gem.catalogue.unfavour' : 'gem.catalogue.favour',
              )}
              aria-pressed={favourites.includes(current.offer.id)}
              onClick={() => toggleFavourite(current.offer.id)}
            />
            <Button onClick={() => setView({ dialog: 'batch' })}>{t('gem.batch.open')}</Button>
          </div>
          <EntryDetails id={current.offer.id} entry={current.offer.entry} />
        </div>
      ) : (
        <p className={styles['note']}>{t('gem.catalogue.choose')}</p>
      )}
    </div>
  )
}

/** `Sokoban-v0-easy` reads better than its whole id in a narrow list. */
const shortName = ({ id }: Offer): string => id.replace(/^game:/, '')
