import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { runPlan } from '../../node/telemetry/run-plan.ts'
import type { TelemetryConnection } from './telemetry-connection.ts'

/** The page's call to run a plan. */
export const telemetryCalls = (find: (id: string) => TelemetryConnection): AreaHandlers<'telemetry'> => ({
  run: async ({ connection, ...request }, { signal, report }) =>
    runPlan({ ...request, endpoint: await find(connection).endpoint(), signal, report }),
})
