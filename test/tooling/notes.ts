import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

/** What the summary of `npm test` reports of a suite besides its counts. */
export interface Notes {
  /** Lines about tests that passed only on retry. */
  readonly retried: readonly string[]
  /** Number of skipped tests by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

/** A reporter that writes {@link Notes} to a file. */
export const notesReporter = (file: string): Reporter => ({
  onTestRunEnd(modules) {
    const tests = modules.flatMap(({ moduleId, children }) =>
      [...children.allTests()].map((test) => ({ path: moduleId, test })),
    )
    const skipped: Record<string, number> = {}
    for (const { path, test } of tests) {
      const reason = reasonOf(path, test)
      if (reason !== undefined) skipped[reason] = (skipped[reason] ?? 0) + 1
    }
    const notes: Notes = {
      retried: tests.flatMap(({ path, test }) => (test.diagnostic()?.flaky ? linesOf(path, test) : [])),
      skipped,
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(notes))
  },
})

const linesOf = (path: string, test: TestCase): string[] => [
  `only at a later attempt: ${relative('.', path)} › ${test.fullName}`,
  ...(test.result().errors ?? []).map(({ message }) => `    ${message}`),
]

/** From the declaration (skip-reasons.ts), or from the test itself at run time. */
function reasonOf(path: string, test: TestCase): string | undefined {
  const result = test.result()
  if (result.state !== 'skipped') return undefined
  return test.meta().skipped ?? result.note ?? `no reason given (${relative('.', path)})`
}
