import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

/** A reporter that writes to a file what passed only at the second attempt: one JSON list of lines. */
export const retriedReporter = (file: string): Reporter => ({
  onTestRunEnd(modules) {
    const lines = modules.flatMap(({ moduleId, children }) =>
      [...children.allTests()].flatMap((test) => (test.diagnostic()?.flaky ? linesOf(moduleId, test) : [])),
    )
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(lines))
  },
})

const linesOf = (path: string, test: TestCase): string[] => [
  `only at the second attempt: ${relative('.', path)} › ${test.fullName}`,
  ...(test.result().errors ?? []).map(({ message }) => `    ${message}`),
]
