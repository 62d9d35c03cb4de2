import { Square } from 'lucide-react'
import { useMemo } from 'react'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import { readPlan } from '#shared/telemetry/plan.ts'
import { type Span, stepOf } from '#shared/telemetry/requests.ts'
import { openWith } from '../../../app/intents.ts'
import { useText } from '../../../i18n/text.ts'
import { entitiesOf } from '../../../spl/entities-of.ts'
import { SeriesView } from '../../../telemetry/lazy-series.ts'
import { type SeriesActions, SeriesActionsContext, SeriesContext } from '../../../telemetry/series-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import type { Run } from '../../run/run.ts'
import { changeTab } from '../../tabs/tabs-store.ts'
import { toggleFollow } from './follow.ts'
import { cancelPlan, refinePlan, runPlanAnew, usePlanRuns } from './plan-runs.ts'

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Maximum entities whose neighbours are shown with a topology; more would be too many. */
const MAX_EXPANDED = 5

/** Opens the topology at a point in time with the entities in the query. */
function openTopology({ request: { text, parameters } }: Run, at: number): void {
  const entities = entitiesOf(text, parameters)
  void openWith('explorer.entities', {
    entities,
    expand: entities.length <= MAX_EXPANDED,
    moment: Math.round(at),
  })
}

/** Reruns a statement and its plan with another time range, which becomes the tab's. */
async function askFor(run: Run, { from, to }: Span): Promise<void> {
  changeTab(run.tab, { timeRange: { from: iso(from), to: iso(to) } })
  await runPlanAnew(run)
}

interface PlanSeriesProps {
  readonly run: Run
  /** The plan as written by the model server. */
  readonly raw: unknown
  readonly answer: SeriesAnswer
}

/** The charts of a plan with their actions. */
export function PlanSeries({ run, raw, answer }: PlanSeriesProps) {
  const t = useText()
  const following = usePlanRuns((states) => states[run.id]?.following ?? false)
  const running = usePlanRuns((states) => states[run.id]?.running)
  const isRunning = running !== undefined
  const { step } = answer
  const actions = useMemo((): SeriesActions => {
    const plan = readPlan(raw)
    const requestedStep = plan?.protocol === 'prometheus' ? plan.step : undefined
    return {
      refine: (span, signal) =>
        stepOf(span, requestedStep).step < step
          ? refinePlan(run.id, raw, span, signal)
          : Promise.resolve(undefined),
      onTopology: (at) => openTopology(run, at),
      onRange: (span) => void askFor(run, span),
    }
  }, [run, raw, step])
  const all = useMemo(
    (): SeriesActions => ({
      ...actions,
      ...(isRunning
        ? {}
        : {
            follow: {
              on: following,
              toggle: () => toggleFollow({ run: run.id, tab: run.tab, plan: raw }),
            },
          }),
    }),
    [actions, following, isRunning, run, raw],
  )
  return (
    <Stack grow>
      {running ? (
        <Stack row gap={2} pad={[2, 3]} line="bottom">
          <Button onClick={() => cancelPlan(run.id)}>
            <Square size={13} aria-hidden />
            {t('query.plan.cancel')}
          </Button>
          <Text tone="quiet" small role="status">
            {t('query.plan.running', running)}
          </Text>
        </Stack>
      ) : null}
      <SeriesContext value={answer}>
        <SeriesActionsContext value={all}>
          <SeriesView />
        </SeriesActionsContext>
      </SeriesContext>
    </Stack>
  )
}
