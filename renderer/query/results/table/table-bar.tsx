import { Columns3, FilterX, Fingerprint, ListFilter, Ungroup } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchInput } from '../../../ui/field.tsx'
import type { QueryResult } from '../../../spl/result.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import type { SelectionFacts } from './selection.ts'
import { changeTable, tableStateOf, useTableStates } from './table-state.ts'

interface TableBarProps {
  /** Name of the table; see `tableOf`. */
  readonly table: string
  readonly result: QueryResult
  readonly shown: number
  /** Whether entities are shown by name. */
  readonly named: boolean
  /** The name that a column is shown with. */
  called(column: string): string
  /** How many columns are left out because others repeat them. */
  readonly told: number
  readonly selected: SelectionFacts | undefined
  readonly busy: boolean
}

/** The table's search, filters and columns, and the number of rows shown. */
export function TableBar({ table, result, shown, busy, named, called, told, selected }: TableBarProps) {
  const t = useText()
  const { search, filters, filtering, hidden, sorts, groupBy, raw } = useTableStates((states) =>
    tableStateOf(states, table),
  )
  const narrowed = search !== '' || filters.length > 0
  const total = result.rows.length
  return (
    <Stack row gap={1} fixed pad={[1, 2]} line="bottom">
      <SearchInput
        label={t('query.table.search')}
        value={search}
        onSearch={(search) => changeTable(table, { search })}
        style={{ width: '12.5rem' }}
      />
      <IconButton
        icon={ListFilter}
        label={t('query.table.filters')}
        aria-pressed={filtering}
        onClick={() => changeTable(table, { filtering: !filtering })}
      />
      <Menu
        label={t('query.table.columns')}
        icon={Columns3}
        align="start"
        entries={[
          { label: t('query.table.showAll'), act: () => changeTable(table, { hidden: [] }) },
          ...result.columns.map((column, place) => ({
            label: called(column),
            apart: place === 0,
            checked: !hidden.includes(column),
            stays: true,
            act: () =>
              changeTable(table, {
                hidden: hidden.includes(column)
                  ? hidden.filter((each) => each !== column)
                  : [...hidden, column],
              }),
          })),
        ]}
      />
      {narrowed || sorts.length > 0 ? (
        <IconButton
          icon={FilterX}
          label={t('query.table.reset')}
          onClick={() => changeTable(table, { search: '', filters: [], sorts: [] })}
        />
      ) : null}
      {groupBy === undefined ? null : (
        <IconButton
          icon={Ungroup}
          label={t('query.table.ungroup')}
          onClick={() => changeTable(table, { groupBy: undefined })}
        />
      )}
      {named ? (
        <IconButton
          icon={Fingerprint}
          label={t('query.table.raw')}
          aria-pressed={raw}
          onClick={() => changeTable(table, { raw: !raw })}
        />
      ) : null}
      <Text tone="quiet" small style={{ marginLeft: 6 }} role="status">
        {busy
          ? t('query.table.busy')
          : narrowed
            ? t('query.table.narrowed', { shown, total })
            : t('query.table.rows', { count: total })}
        {hidden.length > 0
          ? ` · ${t('query.table.hidden', { count: hidden.filter((column) => result.columns.includes(column)).length })}`
          : ''}
        {told > 0 ? ` · ${t('query.table.told', { count: told })}` : ''}
        {selected ? ` · ${t('query.table.selected', { count: selected.cells })}` : ''}
        {selected?.sum === undefined || selected.mean === undefined
          ? ''
          : ` · ${t('query.table.sum', { sum: selected.sum, mean: selected.mean })}`}
      </Text>
    </Stack>
  )
}
