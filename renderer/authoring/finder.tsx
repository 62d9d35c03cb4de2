import { useMemo, useState } from 'react'
import { isJsonObject, type JsonObject } from '#shared/model/json.ts'
import { isLinkKind } from '#shared/model/kinds/names.ts'
import { ITEM_TYPES, type ItemType } from '#shared/documents/authoring.ts'
import { Stack } from '../ui/stack.tsx'
import { KindIcon } from '../graph/canvas/kind-icon.tsx'
import { FailureText } from '../app/failure-text.tsx'
import { localizedText } from '../i18n/localized-text.ts'
import { type Text as Words, useText } from '../i18n/text.ts'
import { Select, SearchInput } from '../ui/field.tsx'
import { keyOfValue, nameOf } from '../drafts/items/draft.ts'
import { List } from '../ui/list.tsx'
import { Row } from '../ui/row.tsx'
import { shownName } from '../ui/shown-name.ts'
import { Text } from '../ui/text.tsx'
import { elementsQuery, entitiesQuery, relationsQuery, type Target } from '../drafts/server/target.ts'
import { useServerNames } from '../drafts/views/end-names.ts'
import { keyTitle } from '../drafts/views/item-words.ts'
import { useRows } from '../drafts/views/use-rows.ts'

/** Maximum rows of a search. */
const SHOWN = 200
/** Row height in px. */
const ROW = 44
/** One below the other: the column is too narrow for what both of them say. */
const SEARCH = { display: 'grid', gap: 6, padding: '2px 8px 8px' }

interface FinderProps {
  readonly target: Target
  /** Entity sets of the model, as `domain/name`. */
  readonly sets: readonly string[]
  readonly set: string
  /** Incremented after sending, so that the list reloads. */
  readonly round: number
  onSet(set: string): void
  onOpen(type: ItemType, key: string): void
}

/** Exact name matches first, otherwise in the server's order. */
function exactFirst(type: ItemType, rows: readonly JsonObject[], text: string): readonly JsonObject[] {
  if (text === '') return rows
  const isExact = (row: JsonObject): boolean =>
    keyOfValue(type, row).split('/').includes(text) || nameOf(row) === text
  return [...rows.filter(isExact), ...rows.filter((row) => !isExact(row))]
}

/** The display name of an element of the model, in the chosen language. */
const elementName = ({ metadata }: JsonObject): string | undefined =>
  isJsonObject(metadata) ? localizedText(metadata['display_name']) : undefined

/** How many were found; the links of a model are counted apart, as in the Explorer. */
function foundWords(t: Words, type: ItemType, rows: readonly JsonObject[]): string {
  if (type !== 'element' || rows.length === 0) return t('authoring.find.count', { count: rows.length })
  const links = rows.filter(({ kind }) => typeof kind === 'string' && isLinkKind(kind)).length
  const elements = rows.length - links
  return t('authoring.find.elements', { elements, links, both: elements > 0 && links > 0 ? 'yes' : 'no' })
}

/** The kind whose icon stands before it: of an entity, that of a set of them. */
const kindOf = (type: ItemType, { kind }: JsonObject): string =>
  type === 'element' && typeof kind === 'string'
    ? kind
    : type === 'relation'
      ? 'entity_set_link'
      : 'entity_set'

function Results({
  target,
  type,
  rows,
  onOpen,
}: Pick<FinderProps, 'target' | 'onOpen'> & {
  readonly type: ItemType
  readonly rows: readonly JsonObject[]
}) {
  const t = useText()
  const relations = useMemo(
    () => (type === 'relation' ? rows.map((row) => keyOfValue(type, row)) : []),
    [type, rows],
  )
  const names = useServerNames(target, relations)
  return (
    <List
      label={t('authoring.find.results')}
      items={rows}
      keyOf={(row) => keyOfValue(type, row)}
      rowHeight={ROW}
    >
      {(row) => {
        const key = keyOfValue(type, row)
        const { title, note } = keyTitle(type, key, key, names)
        const name = nameOf(row) ?? elementName(row)
        return (
          <Row
            icon={<KindIcon kind={kindOf(type, row)} />}
            label={name === undefined ? title : shownName(name)}
            note={name === undefined ? note : `${title} · ${note}`}
            tooltip={key}
            onClick={() => onOpen(type, key)}
          />
        )
      }}
    </List>
  )
}

/** Searches the server's objects and opens them for editing. */
export function Finder({ target, sets, set, round, onSet, onOpen }: FinderProps) {
  const t = useText()
  const [type, setType] = useState<ItemType>('element')
  const [text, setText] = useState('')
  const search = { text: text.trim(), set }
  const query =
    type === 'element'
      ? elementsQuery(target.prefix, search)
      : type === 'entity'
        ? entitiesQuery(search)
        : relationsQuery(search)
  const { rows, loading, failure } = useRows(target, query, SHOWN, round)
  return (
    <Stack as="section" grow line="top" aria-label={t('authoring.find')}>
      <Text as="h2" tone="quiet" small pad={[2, 3]}>
        {t('authoring.find')}
      </Text>
      <div style={SEARCH}>
        <Select
          aria-label={t('authoring.find.type')}
          value={type}
          onChange={(event) => setType(event.target.value as ItemType)}
        >
          {ITEM_TYPES.map((name) => (
            <option key={name} value={name}>
              {t(`authoring.types.${name}`)}
            </option>
          ))}
        </Select>
        <SearchInput label={t('authoring.find.text')} value={text} onSearch={setText} />
        {type === 'entity' ? (
          <Select
            aria-label={t('authoring.find.set')}
            value={set}
            onChange={(event) => onSet(event.target.value)}
          >
            <option value="">{t('authoring.find.allSets')}</option>
            {sets.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        ) : null}
      </div>
      <Results target={target} type={type} rows={exactFirst(type, rows, search.text)} onOpen={onOpen} />
      <Stack as="p" tone="quiet" small fixed pad={[1, 3]} line="top" role="status">
        {failure ? (
          <FailureText failure={failure} />
        ) : loading ? (
          t('ui.loading')
        ) : rows.length >= SHOWN ? (
          t('authoring.find.cut', { shown: SHOWN })
        ) : (
          foundWords(t, type, rows)
        )}
      </Stack>
    </Stack>
  )
}
