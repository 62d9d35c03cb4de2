/**
 * Setup file of every test file: records the reason of `it.skipIf(reason)` and `describe.skipIf(reason)`,
 * whose condition is a sentence here. Vitest itself only checks whether it is truthy.
 */
import { describe, it } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was skipped. */
    skipped?: string
  }
}

type Declare = (name: string, ...rest: readonly unknown[]) => unknown
type Api = Declare & { readonly each: (...cases: readonly unknown[]) => Declare }

/** Wraps a test function to record the reason. */
function because(skip: Api, reason: string): Api {
  const options = { meta: { skipped: reason } }
  const told =
    (declare: Declare): Declare =>
    (name, ...rest) =>
      declare(
        name,
        options,
        rest.find((one) => typeof one === 'function'),
      )
  return Object.assign(told(skip), { each: (...cases: readonly unknown[]) => told(skip.each(...cases)) })
}

for (const api of [it, describe]) {
  Object.assign(api, {
    skipIf: (reason: unknown) =>
      typeof reason === 'string' && reason !== ''
        ? because(api.skip as Api, reason)
        : reason
          ? api.skip
          : api,
  })
}
