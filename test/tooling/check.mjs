/** The fast part of the tests: types, lint, format, the house's rules, units. Every failure names what mends it. */
import { run, steps } from './run.mjs'

const unit = {
  command: ['npx', 'vitest', 'run', '-c', 'test/vitest.config.ts', '--project', 'rules', '--project', 'unit'],
  mend: 'Read the failing test; it names the behaviour.',
}

let failed = false
for (const [name, { command, mend }] of Object.entries({ ...steps, unit })) {
  const [program, ...args] = command
  const { ok, seconds } = await run(program, args)
  console.log(`${ok ? 'ok' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)${ok ? '' : ` — ${mend}`}`)
  failed ||= !ok
}
process.exit(failed ? 1 : 0)
