import { arrange, type Arrangement, type Cell } from './order.ts'
import { statisticsOf, type ColumnStatistics } from './statistics.ts'

/** Messages to the worker: columns are sent once and cached; other requests are answered by number. */
export type ToTableWorker =
  | { readonly type: 'rows'; readonly count: number }
  | { readonly type: 'column'; readonly name: string; readonly cells: readonly Cell[] }
  | { readonly type: 'arrange'; readonly request: number; readonly arrangement: Arrangement }
  | { readonly type: 'statistics'; readonly request: number; readonly column: string }

export type FromTableWorker =
  | { readonly type: 'arranged'; readonly request: number; readonly order: Uint32Array<ArrayBuffer> }
  | { readonly type: 'statistics'; readonly request: number; readonly statistics: ColumnStatistics }

const columns = new Map<string, readonly Cell[]>()
let rows = 0
let order: Uint32Array = new Uint32Array()

const reply = (message: FromTableWorker): void => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ToTableWorker>) => {
  switch (data.type) {
    case 'rows':
      rows = data.count
      order = Uint32Array.from({ length: rows }, (_, row) => row)
      return
    case 'column':
      columns.set(data.name, data.cells)
      return
    case 'arrange': {
      const arranged = arrange(columns, rows, data.arrangement)
      order = arranged
      reply({ type: 'arranged', request: data.request, order: arranged })
      return
    }
    case 'statistics': {
      const statistics = statisticsOf(columns.get(data.column) ?? [], order)
      reply({ type: 'statistics', request: data.request, statistics })
    }
  }
})
