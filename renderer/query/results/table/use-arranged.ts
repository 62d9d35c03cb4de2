import { useEffect, useMemo, useState } from 'react'
import type { QueryResult, Row } from '../../../spl/result.ts'
import { isUnarranged, Sorter } from './sorter.ts'
import type { TableState } from './table-state.ts'

interface Arranged {
  readonly sorter: Sorter
  /** Indices of the rows to show, or `undefined` for all in the server's order. */
  readonly order: Uint32Array | undefined
  /** The worker is at it; the rows shown are still the previous ones. */
  readonly busy: boolean
}

const orders = new WeakMap<QueryResult, Uint32Array>()

/** The rows as the table shows them: sorted and filtered where it is, all in the server's order where it is not. */
export function arrangedRows(result: QueryResult): readonly Row[] {
  const order = orders.get(result)
  return order ? Array.from(order, (row) => result.rows[row] ?? {}) : result.rows
}

/** The rows of a result as the table's state arranges them, sorted and filtered in a worker. */
export function useArranged(result: QueryResult, { sorts, filters, search }: TableState): Arranged {
  const sorter = useMemo(() => new Sorter(result), [result])
  const [state, setState] = useState<{ sorter: Sorter; order: Uint32Array | undefined; busy: boolean }>()
  useEffect(() => () => sorter.dispose(), [sorter])
  useEffect(() => {
    let current = true
    const present = (column: string): boolean => result.columns.includes(column)
    const arrangement = {
      sorts: sorts.filter((sort) => present(sort.column)),
      filters: filters.filter((filter) => present(filter.column)),
      search,
    }
    setState((before) => ({
      sorter,
      order: before?.sorter === sorter ? before.order : undefined,
      busy: !isUnarranged(arrangement),
    }))
    void sorter.arrange(arrangement).then((order) => {
      if (!current) return
      if (order) orders.set(result, order)
      else orders.delete(result)
      setState({ sorter, order, busy: false })
    })
    return () => {
      current = false
    }
  }, [sorter, result, sorts, filters, search])
  const order = state?.sorter === sorter ? state.order : undefined
  return { sorter, order, busy: state?.sorter === sorter ? state.busy : false }
}
