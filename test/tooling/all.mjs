/**
 * Runs everything after installing what the suites need (prepare.mjs): types, lint, format, build, rules,
 * units, real servers, slow suites, end to end, and with `--peers` other people's programs (peers.mjs). The
 * last line sums up all suites, `N passed, N failed, N skipped`; fails if anything failed or a suite ran
 * nothing.
 */
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { addSkipped, failuresOfPlaywright, skippedOfPlaywright } from './failures.mjs'
import { runPeers } from './peers.mjs'
import { prepare } from './prepare.mjs'
import { root, run, steps } from './run.mjs'
import { addVitest, failures, finish, note, readReport, reportsOf, skip, skipped, total } from './summary.mjs'

prepare()

for (const [name, { command, mend }] of Object.entries(steps)) {
  const [program, ...args] = command
  const { ok, seconds } = await run(program, args)
  note(name, ok, seconds, mend)
  total[ok ? 'passed' : 'failed']++
}

const built = await run(process.execPath, ['electron/tooling/build.mjs'])
note('build', built.ok, built.seconds, 'The bundler names the file.')
total[built.ok ? 'passed' : 'failed']++

for (const project of ['rules', 'unit*', 'server', 'slow']) {
  const name = project.replace('*', '')
  const reports = await reportsOf(name)
  const isOutside = project === 'server' || project === 'slow'
  const suite = ['vitest', 'run', '-c', 'test/vitest.config.ts', '--project', project]
  const { ok, seconds } = await run(
    'npx',
    [
      ...suite,
      ...(isOutside ? ['--maxWorkers=2'] : []),
      // As for end to end: a shared machine may stall a thread or process once; a second failure is real.
      ...(project !== 'rules' && process.env.CI ? ['--retry=1'] : []),
    ],
    reports,
  )
  await addVitest(reports, ok)
  note(name, ok, seconds, 'Read the failing test; it names the behaviour.')
}

const browser = await findBrowser()
if (browser.path === undefined) {
  console.log(browser.advice)
  skip(browser.advice)
} else {
  const { ok, seconds } = await run('npx', ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts'], {
    ORRERY_CHROMIUM: browser.path,
  })
  const report = await readReport(join(root, 'test-results', 'e2e.json'))
  total.passed += (report.stats?.expected ?? 0) + (report.stats?.flaky ?? 0)
  total.failed += report.stats?.unexpected ?? 0
  total.skipped += report.stats?.skipped ?? 0
  if (!ok && !report.stats?.unexpected) total.failed++
  failures.push(...failuresOfPlaywright(report))
  addSkipped(skipped, skippedOfPlaywright(report))
  note(
    'end to end',
    ok,
    seconds,
    'Run that test again with `npm run e2e -- FILE -g TITLE --trace retain-on-failure`; its trace shows what the page did.',
  )
}

if (process.argv.includes('--peers')) await runPeers()
finish()
