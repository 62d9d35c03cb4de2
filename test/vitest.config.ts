import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { notesReporter } from './tooling/notes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Files for the summary of `npm test`. */
const { ORRERY_REPORT: report, ORRERY_NOTES: notes } = process.env

/**
 * Six suites: `unit` (logic, in process; `unit-isolated` for files that replace modules or globals), `rules`
 * (architecture rules), `server` (real processes and sockets, *.server.test.ts), `slow` (fuzz, soak, kill
 * storms, pictures of thousands of nodes, *.slow.test.ts) and `peers` (third-party programs from package
 * registries: `npm run test:peers python`). `npm run check` runs units and rules; `npm test` runs all but the
 * peers.
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
    // Caches compiled modules between runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: `${root}.cache/vitest` },
    // With two cores vitest leaves one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Real processes may take longer than the default second on a loaded machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{shared,electron,renderer}/**/*.test.ts'],
          exclude: ['**/*.{slow,server,isolated}.test.ts'],
          // A worker loads each module once, in less than half the time.
          isolate: false,
        },
      },
      {
        extends: true,
        // A context of its own for each file costs less than a process.
        test: { name: 'unit-isolated', include: ['test/**/*.isolated.test.ts'], pool: 'vmThreads' },
      },
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
