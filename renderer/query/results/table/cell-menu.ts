import type { EntityKey } from '#shared/model/entity.ts'
import { entityReference } from '#shared/spl/literal.ts'
import { openWith } from '../../../app/intents.ts'
import type { Text } from '../../../i18n/text.ts'
import type { MenuEntry } from '../../../ui/menu.tsx'
import { cellText, type Row } from '../../../spl/result.ts'
import { entitiesIn, type Reference } from '../../../spl/references.ts'
import type { Run } from '../../run/run.ts'
import { openAndRun } from '../../run/run-store.ts'
import { offerAt } from '../graph/growth.ts'
import { chooseView } from '../views.ts'
import { changeTable, tableStateOf, useTableStates } from './table-state.ts'
import { copyText } from '../../../app/copy-text.ts'

/** Target of a context menu: the active cell and the selection. */
interface CellTarget {
  readonly table: string
  readonly column: string
  /** The name that the column is shown with. */
  readonly called: string
  readonly value: unknown
  readonly row: Row
  readonly reference: Reference | undefined
  /** The selection as tab-separated text. */
  selected(): string
  read(): void
  readonly run: Pick<Run, 'id' | 'tab'>
}

const copy = (text: string): void => void copyText(text)

/** Query for an entity's relations. */
const relationsQuery = (key: EntityKey): string =>
  `.topo | graph-call getDirectRelations([${entityReference(key)}]) | limit 100`

/** Menu entries for a cell, a selection and a column. */
export function cellEntries(t: Text, target: CellTarget): MenuEntry[] {
  const { table, column, called, value, row, reference, run } = target
  const { filters, groupBy } = tableStateOf(useTableStates.getState(), table)
  const filter = (sign: '=' | '!='): void =>
    changeTable(table, {
      filtering: true,
      filters: [
        ...filters.filter((each) => each.column !== column),
        { column, text: `${sign}${cellText(value)}` },
      ],
    })
  const entities = [...new Set(entitiesIn(reference).map(({ key }) => key))]
  const ofEntities: MenuEntry[] =
    entities.length > 0
      ? [
          {
            label: t('query.cell.explorer'),
            act: () => void openWith('explorer.entities', { entities }),
          },
        ]
      : []
  const ofEntity: MenuEntry[] =
    reference?.kind === 'entity'
      ? [
          {
            label: t('query.cell.expand'),
            act: () => {
              offerAt(run.id, reference.key)
              chooseView(run.tab, 'graph', { run: run.id })
            },
          },
          { label: t('query.cell.relations'), act: () => openAndRun({ text: relationsQuery(reference) }) },
        ]
      : []
  const ofCell: MenuEntry[] = [
    { label: t('query.cell.read'), keys: 'Enter', takesFocus: true, act: target.read },
    { label: t('query.cell.copy'), act: () => copy(target.selected()) },
    { label: t('query.cell.copyRow'), act: () => copy(JSON.stringify(row, null, 2)) },
  ]
  const ofColumn: MenuEntry[] = [
    { label: t('query.cell.only'), act: () => filter('=') },
    { label: t('query.cell.without'), act: () => filter('!=') },
    {
      label: groupBy === column ? t('query.table.ungroup') : t('query.cell.group', { column: called }),
      act: () =>
        changeTable(table, { groupBy: groupBy === column ? undefined : column, openGroups: new Set() }),
    },
  ]
  // Separators between the non-empty sections.
  return [[...ofEntities, ...ofEntity], ofCell, ofColumn]
    .filter((group) => group.length > 0)
    .flatMap((group, place) => group.map((entry, index) => ({ ...entry, apart: place > 0 && index === 0 })))
}
