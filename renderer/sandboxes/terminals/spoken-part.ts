/** Lines of an output that are announced, as many as xterm.js announces. */
const MAX_LINES = 20
/** Characters of an output that are announced: about two minutes of speech. */
const MAX_CHARACTERS = 2000

/** The end of an output, which holds its result, and the number of lines before it. */
export function spokenPart(output: string): { readonly text: string; readonly before: number } {
  const lines = output.trimEnd().split('\n')
  const kept = lines.slice(-MAX_LINES)
  while (kept.length > 1 && kept.join('\n').length > MAX_CHARACTERS) kept.shift()
  return { text: kept.join('\n').slice(-MAX_CHARACTERS), before: lines.length - kept.length }
}
