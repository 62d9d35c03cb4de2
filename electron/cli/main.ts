import { HELP, parseCommand } from './commands.ts'

/**
 * `orrery`: loads a program beside this file into the same process, so that it receives signals and standard streams
 * directly.
 */
const wish = parseCommand(process.argv.slice(2))
if (wish.kind === 'say') {
  process.stdout.write(wish.text === 'help' ? HELP : `${process.env['ORRERY_VERSION'] ?? 'dev'}\n`)
} else if (wish.kind === 'unknown') {
  process.stderr.write(`orrery: there is no command ${JSON.stringify(wish.word)}; see orrery --help\n`)
  process.exitCode = 2
} else {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...wish.args)
  await import(new URL(wish.program, import.meta.url).href)
}
