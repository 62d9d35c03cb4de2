import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a command, showing and capturing its output.
 * @param {string} command @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>}
 */
export function run(command, args, env = {}) {
  const started = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on('data', (chunk) => {
      output += chunk
      to.write(chunk)
    })
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: String(error), seconds: 0 }))
    child.once('close', (code) =>
      resolve({ ok: code === 0, output, seconds: (performance.now() - started) / 1000 }),
    )
  })
}

/** The steps of a check: command, and how to fix failures. */
export const steps = {
  // Several checkers for one project repeat the same work, twice as much on two cores.
  types: { command: ['npx', 'tsc', '-b', '--checkers', '1'], mend: 'Fix the types that tsc names.' },
  lint: {
    command: ['npx', 'oxlint', '--type-aware', '--deny-warnings'],
    mend: 'npx oxlint --type-aware --fix mends some of it.',
  },
  // Cached by content.
  format: {
    command:
      'npx prettier --check . --log-level warn --cache --cache-strategy content --cache-location .cache/prettier'.split(
        ' ',
      ),
    mend: 'npm run format',
  },
}
