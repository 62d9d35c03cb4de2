import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { notesReporter } from './tooling/notes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Files for `npm test`, which sums up what every suite reports. */
const { ORRERY_REPORT: report, ORRERY_NOTES: notes } = process.env

/**
 * Six suites: `unit` (logic, in process; `unit-isolated` where a file replaces modules or globals), `rules` (the house's own laws), `server`
 * (real processes and sockets, *.server.test.ts) `slow` (fuzz, soak, kill storms, *.slow.test.ts)
 * and `peers` (programs of others, from package registries: `npm run test:peers python`).
 * `npm run check` runs units and rules; `npm test` runs all but the peers.
 */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'yaml-as-text',
      transform: (text, path) =>
        path.endsWith('.yaml') ? `export default ${JSON.stringify(text)}` : undefined,
    },
  ],
  test: {
    reporters: [
      'default',
      ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : []),
      ...(notes ? [notesReporter(notes)] : []),
    ],
    setupFiles: ['test/tooling/skip-reasons.ts'],
    // What a file is compiled to is kept for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: `${root}.cache/vitest` },
    // Of two cores vitest leaves one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What real processes do in a moment takes longer than the usual second on a loaded machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{shared,electron,renderer}/**/*.test.ts'],
          exclude: ['**/*.{slow,server,isolated}.test.ts'],
          // A worker reads each module once, in less than half the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit-isolated', include: ['test/**/*.isolated.test.ts'] } },
      { extends: true, test: { name: 'rules', include: ['test/rules/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/**/*.server.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['test/**/*.slow.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'peers',
          include: ['test/peers/**/*.peers.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
