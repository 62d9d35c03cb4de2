/** A wrong option: one line for the user; the process exits with code 2. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}
