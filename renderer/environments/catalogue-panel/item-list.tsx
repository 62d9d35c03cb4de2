import { Star } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { translateServerText, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { FamilyIcon } from '../parts/family-icon.tsx'
import { gameOf } from '../parts/game-name.ts'
import { shortId } from '../parts/format.ts'
import { useBenchView } from '../session/view-store.ts'
import { type CatalogueItem, useIsFavourite } from '../catalogue/catalogue-store.ts'
import { type CatalogueRow, type ItemRow } from '../catalogue/groups.ts'
import styles from './catalogue-panel.module.css'
import type { ItemList as List } from './use-item-list.ts'

interface OfferListProps {
  readonly list: List
  onKeyDown(event: KeyboardEvent): void
  onOpen(offer: CatalogueItem): void
}

/** The rows of the catalogue: a click selects, a double click opens. */
export function ItemList({ list, onKeyDown, onOpen }: OfferListProps) {
  const t = useText()
  const { rows, current, drawn, frame, scroller, choose } = list
  return (
    <Stack grow scroll line="top" ref={scroller} style={{ minHeight: 120 }}>
      <div
        id="environments-catalogue"
        role="listbox"
        aria-label={t('environments.catalogue')}
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={frame}
      >
        {drawn.map(({ index, place }) => {
          const row = rows[index]!
          return row.kind === 'heading' ? (
            <Heading key={row.key} row={row} place={place} />
          ) : (
            <Option
              key={row.key}
              row={row}
              place={place}
              selected={row.key === current?.key}
              onChoose={() => choose(row.key)}
              onOpen={() => onOpen(row.offer)}
            />
          )
        })}
      </div>
    </Stack>
  )
}

interface HeadingProps {
  readonly row: Extract<CatalogueRow, { kind: 'heading' }>
  readonly place: CSSProperties
}

function Heading({ row: { title, count, of, summary }, place }: HeadingProps) {
  const isCard = useBenchView(({ cards }) => cards)
  return (
    <Text role="presentation" as="div" tone="faint" small pad={[1.5, 2]} style={place}>
      <Stack as="span" row justify="space-between" strong>
        <Stack as="span" row gap={1.5}>
          {of === undefined ? null : <FamilyIcon id={of} />}
          {translateServerText(title)}
        </Stack>
        <span>{count}</span>
      </Stack>
      {isCard && summary !== undefined ? (
        <Text as="p" tone="quiet" lines={2}>
          {translateServerText(summary)}
        </Text>
      ) : null}
    </Text>
  )
}

interface OptionProps {
  readonly row: ItemRow
  readonly place: CSSProperties
  readonly selected: boolean
  onChoose(): void
  onOpen(): void
}

function Option({ row: { key, offer, isLevel }, place, selected, onChoose, onOpen }: OptionProps) {
  const t = useText()
  const { entry } = offer
  const favourite = useIsFavourite(offer.id)
  const game = gameOf(offer.id)
  const summary = entry && translateServerText(entry.summary)
  const isCard = useBenchView(({ cards }) => cards) && !isLevel
  const name = game ? translateServerText(entry?.title ?? game.name) : shortId(offer.id)
  const level = game && t(`environments.level.${game.level}`)
  return (
    <div role="presentation" className={styles['line']} style={place}>
      {/* The list handles keys; options handle clicks. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
      <div
        id={itemElement(key)}
        role="option"
        aria-selected={selected}
        className={styles['offer']}
        title={[offer.id, summary].filter(Boolean).join('\n')}
        onClick={onChoose}
        onDoubleClick={onOpen}
      >
        <Stack as="span" row gap={1}>
          {isLevel ? (
            <Truncate grow title={level}>
              <span className="visually-hidden">{name} </span>
              {level}
            </Truncate>
          ) : (
            <>
              <FamilyIcon id={offer.id} />
              <Truncate grow>{name}</Truncate>
              {level === undefined ? null : <Badge>{level}</Badge>}
            </>
          )}
          {isCard || !entry || (level !== undefined && !isLevel) ? null : <Marks entry={entry} isShort />}
        </Stack>
        {isCard && entry ? (
          <>
            <Text as="p" tone="quiet" small lines={2}>
              {summary}
            </Text>
            <Stack as="span" row gap={1}>
              <Marks entry={entry} />
            </Stack>
          </>
        ) : null}
      </div>
      {favourite ? <Star size={11} className={styles['star']} aria-hidden /> : null}
    </div>
  )
}

/** An environment at a glance: whether it can be won, turn limit, and origin. */
function Marks({ entry, isShort }: { readonly entry: CatalogueEntry; readonly isShort?: boolean }) {
  const t = useText()
  const { maxTurns, winnable, drawn, source } = entry
  const chance =
    winnable === 'always' || winnable === 'unknown' ? undefined : t(`environments.winnable.${winnable}`)
  const turns =
    maxTurns !== null
      ? t('environments.catalogue.turns', { count: maxTurns })
      : drawn
        ? t('environments.catalogue.turnsDrawn')
        : undefined
  if (isShort)
    return (
      <Text tone="faint" small style={{ whiteSpace: 'nowrap' }}>
        {/* A narrow list has no room to say that turns vary beside what matters more. */}
        {[chance, maxTurns === null && chance ? undefined : turns].filter(Boolean).join(' · ')}
      </Text>
    )
  return (
    <>
      {turns === undefined ? null : (
        <Text tone="faint" small>
          {turns}
        </Text>
      )}
      {chance === undefined ? null : <Badge tone={winnable === 'never' ? 'bad' : 'warning'}>{chance}</Badge>}
      {source === 'plugin' ? <Badge tone="accent">{t('environments.catalogue.own')}</Badge> : null}
    </>
  )
}

/** Id of an option's element, for the search field's `aria-activedescendant`. */
export const itemElement = (key: string): string => `environments-offer-${key}`
