import { Columns3, FilterX, ListFilter } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/field.tsx'
import { MenuPortal } from '../../../ui/menu-portal.tsx'
import type { QueryResult } from '../../run/result.ts'
import styles from './table.module.css'
import { changeTable, tableStateOf, useTableStates } from './table-state.ts'

interface TableBarProps {
  readonly tab: string
  readonly result: QueryResult
  readonly shown: number
  readonly busy: boolean
}

/** Search, filters and columns of the table, and how many rows of how many are shown. */
export function TableBar({ tab, result, shown, busy }: TableBarProps) {
  const t = useText()
  const { search, filters, filtering, hidden, sorts } = useTableStates((states) => tableStateOf(states, tab))
  const narrowed = search !== '' || filters.length > 0
  const total = result.rows.length
  return (
    <div className={styles['bar']}>
      <Input
        type="search"
        value={search}
        placeholder={t('query.table.search')}
        aria-label={t('query.table.search')}
        onChange={(event) => changeTable(tab, { search: event.target.value })}
      />
      <IconButton
        icon={ListFilter}
        label={t('query.table.filters')}
        aria-pressed={filtering}
        onClick={() => changeTable(tab, { filtering: !filtering })}
      />
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton icon={Columns3} label={t('query.table.columns')} />
        </DropdownMenu.Trigger>
        <MenuPortal>
          <DropdownMenu.Content className={styles['items']} align="start">
            <DropdownMenu.Item onSelect={() => changeTable(tab, { hidden: [] })}>
              {t('query.table.showAll')}
            </DropdownMenu.Item>
            <DropdownMenu.Separator />
            {result.columns.map((column) => (
              <DropdownMenu.CheckboxItem
                key={column}
                checked={!hidden.includes(column)}
                onSelect={(event) => event.preventDefault()}
                onCheckedChange={(checked) =>
                  changeTable(tab, {
                    hidden: checked ? hidden.filter((each) => each !== column) : [...hidden, column],
                  })
                }
              >
                <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
                {column}
              </DropdownMenu.CheckboxItem>
            ))}
          </DropdownMenu.Content>
        </MenuPortal>
      </DropdownMenu.Root>
      {narrowed || sorts.length > 0 ? (
        <IconButton
          icon={FilterX}
          label={t('query.table.reset')}
          onClick={() => changeTable(tab, { search: '', filters: [], sorts: [] })}
        />
      ) : null}
      <span className={styles['count']} role="status">
        {busy
          ? t('query.table.busy')
          : narrowed
            ? t('query.table.narrowed', { shown, total })
            : t('query.table.rows', { count: total })}
        {hidden.length > 0
          ? ` · ${t('query.table.hidden', { count: hidden.filter((column) => result.columns.includes(column)).length })}`
          : ''}
      </span>
    </div>
  )
}
