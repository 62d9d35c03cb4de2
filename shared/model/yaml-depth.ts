import { Lexer, Parser } from 'yaml'

/** Levels of a document that are read; a model has about ten. */
export const MAX_YAML_LEVELS = 200
/** Characters of a line, or brackets of a text, that begin a level: with fewer a text is not deep. */
const SUSPICIOUS = 100

/**
 * Returns the line, from 1, where a text nests deeper than {@link MAX_YAML_LEVELS}. The library composes documents
 * recursively, and V8 aborts the process when a regular expression is compiled at the end of its stack, so that such
 * a text must not reach it; the library's lexer and parser of tokens, which are used here, do not recurse.
 */
export function tooDeepAt(text: string): number | undefined {
  if (!maybeDeep(text)) return undefined
  const parser = new Parser()
  let line = 1
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) void token
    if (parser.stack.length > MAX_YAML_LEVELS) return line
    line += lexeme.split('\n').length - 1
  }
  return undefined
}

/** Whether a text could be deep: a level takes a bracket, a dash or question mark, or a column of indentation. */
function maybeDeep(text: string): boolean {
  let brackets = 0
  let ofLine = 0
  let indenting = true
  for (let place = 0; place < text.length; place++) {
    const character = text[place]
    if (character === '\n' || character === '\r') {
      ofLine = 0
      indenting = true
      continue
    }
    if (character === '[' || character === '{') brackets++
    if (character === '-' || character === '?' || (indenting && character === ' ')) ofLine++
    if (character !== ' ') indenting = false
    if (brackets > SUSPICIOUS || ofLine > SUSPICIOUS) return true
  }
  return false
}
