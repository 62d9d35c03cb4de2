import { create } from 'zustand'
import { type Batch, withRow } from '#shared/environments/batch.ts'
import type { BatchState } from '#shared/workbench/areas/batches.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'

interface BatchesState {
  readonly batches: Readonly<Record<string, Batch>>
  readonly states: Readonly<Record<string, BatchState>>
}

/** The core's batches. */
export const useBatches = create<BatchesState>(() => ({ batches: {}, states: {} }))

let listening = false

function listen(): void {
  workbench.on('batches.changed', (change) =>
    useBatches.setState(({ batches, states }) => {
      switch (change.kind) {
        case 'batch':
          return { batches: { ...batches, [change.head.id]: { ...change.head, rows: [] } } }
        case 'rows': {
          const batch = batches[change.id]
          if (!batch) return {}
          return {
            batches: { ...batches, [change.id]: { ...batch, rows: change.rows.reduce(withRow, batch.rows) } },
          }
        }
        case 'state':
          return { states: { ...states, [change.id]: change.state } }
        case 'removed': {
          const { [change.id]: _, ...others } = batches
          return { batches: others }
        }
      }
    }),
  )
  useWorkbench.subscribe((state, before) => {
    if (state.generation !== before.generation) void loadBatches().catch(() => undefined)
  })
}

/** Loads the batches and subscribes to changes. */
export async function loadBatches(): Promise<void> {
  if (!listening) listen()
  listening = true
  const list = await workbench.call('batches.list', {})
  useBatches.setState({
    batches: Object.fromEntries(list.map((batch) => [batch.id, batch])),
    states: Object.fromEntries(list.map(({ id, state }) => [id, state])),
  })
}
