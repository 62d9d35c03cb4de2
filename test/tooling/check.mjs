/** The fast part of the tests: types, lint, format, the house's rules, units. Every failure names what mends it. */
import { run, steps } from './run.mjs'

const unit = {
  command: ['npx', 'vitest', 'run', '-c', 'test/vitest.config.ts', '--project', 'rules', '--project', 'unit'],
  mend: 'Read the failing test; it names the behaviour.',
}

let failed = false

/** @param {[string, { command: string[], mend: string }][]} work one after the other */
async function inTurn(work) {
  for (const [name, { command, mend }] of work) {
    const [program, ...args] = command
    const { ok, seconds } = await run(program, args)
    console.log(`${ok ? 'ok' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)${ok ? '' : ` — ${mend}`}`)
    failed ||= !ok
  }
}

// The tests keep one core busy and the static checks another.
await Promise.all([inTurn(Object.entries(steps)), inTurn([['unit', unit]])])
process.exit(failed ? 1 : 0)
