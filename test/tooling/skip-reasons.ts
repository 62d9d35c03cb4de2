/**
 * Runs before every file of tests: `it.skipIf(reason)` and `describe.skipIf(reason)`, whose condition is here a sentence that says why,
 * keep it with the tests that they skip. The library itself only looks whether it is true.
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

/** The same way to declare tests that are skipped, which remembers why. */
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
