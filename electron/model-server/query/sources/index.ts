import type { Plan, QueryContext } from '../context.ts'
import { planEntity } from './entity.ts'
import { planModel } from './model.ts'
import { planTopo } from './topo.ts'

/** Plans where a query's rows come from. */
export async function planSource(context: QueryContext): Promise<Plan> {
  switch (context.query.source.name) {
    case '.model':
      return planModel(context)
    case '.entity':
      return planEntity(context)
    case '.topo':
      return planTopo(context)
    case '.entity_set':
    case '.runbook_set':
      throw new Error('planned in the next commit')
  }
}
