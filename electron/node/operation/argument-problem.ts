/** What is wrong with a command line by the error of `parseArgs`, whose words for a value that begins with a hyphen help nobody. */
export function argumentProblem(error: unknown): string {
  const message = (error as Error).message
  const option = /^Option '([^']+)' argument is ambiguous/.exec(message)?.[1]
  if (option === undefined) return `${message.split(/\.\s/)[0]}; see --help`
  return `${option} wants a value; one that begins with - is written ${option}=VALUE`
}
