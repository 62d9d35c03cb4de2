const LINK = 'orrery://'
/** Longer ones are no query that somebody shared. Characters. */
const MAX_LENGTH = 32_000

/** The `orrery://` address among a program's arguments; anyone can make one, so the page asks before it acts on it. */
export function linkOf(argv: readonly string[]): string | undefined {
  return argv.find(
    (argument) => argument.startsWith(LINK) && argument.length <= MAX_LENGTH && URL.canParse(argument),
  )
}
