import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { addSkipped, linesOfSkipped, skippedOfPlaywright } from '../../tooling/failures.mjs'
import { repository } from '../repository.ts'

it('the reasons of what vitest skipped are counted, however they were given', async () => {
  const root = repository()
  const file = join(await temporaryFolder(), 'notes.json')
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [program, 'run', '-c', 'test/fixtures/skipped/vitest.config.ts']
  const { VITEST: _, ...env } = process.env
  const json = execFileSync(process.execPath, args, {
    cwd: root,
    env: { ...env, ORRERY_NOTES: file },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(JSON.parse(json)).toMatchObject({ numPassedTests: 3, numPendingTests: 7 })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    retried: [],
    skipped: {
      'no frobnicator here': 4,
      'only on Tuesdays': 1,
      'nobody is listening': 1,
      'no reason given (test/fixtures/skipped/reasons.fixture.ts)': 1,
    },
  })
})

it('the reasons of what Playwright skipped are counted, and the most is said first', () => {
  const skipped = (description?: string) => ({
    status: 'skipped',
    expectedStatus: 'skipped',
    annotations: [{ type: 'skip', ...(description ? { description } : {}) }],
  })
  const report = {
    suites: [
      {
        specs: [{ file: 'a.spec.ts', tests: [skipped('no display'), { status: 'expected' }] }],
        suites: [
          { specs: [{ file: 'a.spec.ts', tests: [skipped('no display')] }] },
          { specs: [{ file: 'b.spec.ts', tests: [skipped()] }] },
          { specs: [{ file: 'b.spec.ts', tests: [{ status: 'skipped', expectedStatus: 'passed' }] }] },
        ],
      },
    ],
  }
  const all = addSkipped({ 'no display': 9, 'no network': 12 }, skippedOfPlaywright(report))
  expect(linesOfSkipped(all)).toEqual([
    'skipped:   12  no network',
    'skipped:   11  no display',
    'skipped:    1  no reason given (b.spec.ts)',
    'skipped:    1  not run, since a test before it failed (b.spec.ts)',
  ])
})
