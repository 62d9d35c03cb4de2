import type { Plan, QueryContext } from '../context.ts'
import { planEntitySet } from './entity-set.ts'
import { planEntity } from './entity.ts'
import { planModel } from './model.ts'
import { planSearch, searchMode } from './search.ts'
import { planTopo } from './topo.ts'

/** Plans where a query's rows come from. */
export async function planSource(context: QueryContext): Promise<Plan> {
  switch (context.query.source.name) {
    case '.model': {
      const mode = searchMode(context)
      return mode ? planSearch(context, mode) : planModel(context)
    }
    case '.entity': {
      const mode = searchMode(context)
      return mode ? planSearch(context, mode) : planEntity(context)
    }
    case '.runbook_set':
      return planSearch(context, searchMode(context) ?? 'keyword')
    case '.topo':
      return planTopo(context)
    case '.entity_set':
      return planEntitySet(context)
  }
}
