/**
 * The fast checks: types, lint, format, rules, units. Every failure says how to fix it. Format and type-aware
 * lint check files that differ from `main` here, and the whole tree in CI and in `npm test`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, steps } from './run.mjs'

const unit = {
  command: [
    'npx',
    'vitest',
    'run',
    '-c',
    'test/vitest.config.ts',
    '--project',
    'rules',
    '--project',
    'unit*',
  ],
  mend: 'Read the failing test; it names the behaviour.',
}

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** Files that differ from the main branch, committed or not; undefined without git. */
function changedFiles() {
  for (const main of ['origin/main', 'main'])
    try {
      const [base = ''] = git('merge-base', 'HEAD', main)
      const changed = [...git('diff', '--name-only', base), ...git('ls-files', '-o', '--exclude-standard')]
      return changed.filter((file) => existsSync(join(root, file)))
    } catch {
      // Try the next name.
    }
  return undefined
}

const changed = process.env.CI ? undefined : changedFiles()
const changedCode = changed?.filter((file) => /\.(?:tsx?|mjs)$/.test(file)) ?? []
/** Lint without type-aware rules for the whole tree, with them for changed files; format of changed files. */
const checks = changed
  ? {
      types: steps.types,
      lint: { ...steps.lint, command: steps.lint.command.filter((word) => word !== '--type-aware') },
      ...(changedCode.length > 0 && {
        'lint with types': { ...steps.lint, command: [...steps.lint.command, ...changedCode] },
      }),
      ...(changed.length > 0 && {
        format: {
          ...steps.format,
          command: ['npx', 'prettier', '--check', '--ignore-unknown', '--log-level', 'warn', ...changed],
        },
      }),
    }
  : steps

let failed = false

/** @param {[string, { command: string[], mend: string }][]} work run sequentially */
async function inTurn(work) {
  for (const [name, { command, mend }] of work) {
    const [program, ...args] = command
    const { ok, seconds } = await run(program, args)
    console.log(`${ok ? 'ok' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)${ok ? '' : ` — ${mend}`}`)
    failed ||= !ok
  }
}

// Tests keep one core busy, static checks another.
await Promise.all([inTurn(Object.entries(checks)), inTurn([['unit', unit]])])
process.exit(failed ? 1 : 0)
