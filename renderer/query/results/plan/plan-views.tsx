import type { ReactNode } from 'react'
import type { Failure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../../app/failure-text.tsx'
import { LogView } from '../../../telemetry/log-view.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { Run } from '../../run/run.ts'
import type { ViewId } from '../views.ts'
import { ExchangesView } from './exchanges-view.tsx'
import { toggleFollow } from './follow.ts'
import { morePlan, type PlanState } from './plan-runs.ts'
import { PlanSeries } from './plan-series.tsx'
import { UnappliedFilters } from './unapplied-filters.tsx'

/** The answer, below later failures such as a refused page or the end of live mode. */
function Came({
  failure,
  children,
}: {
  readonly failure: Failure | undefined
  readonly children: ReactNode
}) {
  return (
    <Stack grow>
      <FailureNotice failure={failure} />
      {children}
    </Stack>
  )
}

/** The views of a plan's answer. */
export function planViews(run: Run, raw: unknown, state: PlanState | undefined): [ViewId, () => ReactNode][] {
  const { id, tab } = run
  const { answer, exchanges = [], running, following = false, failure } = state ?? {}
  const views: [ViewId, () => ReactNode][] = []
  if (answer?.kind === 'series')
    views.push([
      'series',
      () => (
        <Came failure={failure}>
          <UnappliedFilters raw={raw} />
          <PlanSeries run={run} raw={raw} answer={answer} />
        </Came>
      ),
    ])
  if (answer?.kind === 'logs') {
    const { next } = answer
    const more = next === undefined ? undefined : () => void morePlan({ run: id, tab, plan: raw }, next)
    const follow = { on: following, toggle: () => toggleFollow({ run: id, tab, plan: raw }) }
    views.push([
      'logs',
      () => (
        <Came failure={failure}>
          <LogView answer={answer} busy={running !== undefined} more={more} follow={follow} />
        </Came>
      ),
    ])
  }
  if (exchanges.length > 0) views.push(['request', () => <ExchangesView exchanges={exchanges} />])
  return views
}
