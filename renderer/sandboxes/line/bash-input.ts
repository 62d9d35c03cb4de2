/** Why Bash would show its continuation prompt; undefined if it would run the text. */
export type IncompleteInput = 'quote' | 'heredoc' | 'continuation' | 'compound' | 'bracket'

interface Reader {
  readonly text: string
  at: number
  /** Missing closing words, innermost last: `fi`, `done`, `esac`, `}`, `)`. */
  readonly open: string[]
  readonly heredocs: { readonly word: string; readonly tabs: boolean }[]
  /** Whether the next word is in a position where reserved words are recognised. */
  command: boolean
  /** The last token was an operator that needs a right operand. */
  dangling: boolean
}

const OPENERS: Readonly<Record<string, string>> = {
  if: 'fi',
  for: 'done',
  while: 'done',
  until: 'done',
  select: 'done',
  case: 'esac',
  '{': '}',
}
const AGAIN = new Set(['then', 'else', 'elif', 'do', '!', 'time'])

/**
 * Whether Bash would read another line before running this. Handles quoting, continuation, here-documents,
 * compound commands and operators; a syntax error counts as complete, because Bash reports it immediately.
 */
export function incompleteInput(text: string): IncompleteInput | undefined {
  const reader: Reader = { text, at: 0, open: [], heredocs: [], command: true, dangling: false }
  while (reader.at < text.length) {
    const missing = step(reader)
    if (missing) return missing
  }
  if (reader.heredocs.length > 0) return 'heredoc'
  if (reader.open.length > 0) return reader.open.at(-1) === ')' ? 'bracket' : 'compound'
  return reader.dangling ? 'continuation' : undefined
}

function step(reader: Reader): IncompleteInput | undefined {
  const { text, at } = reader
  const character = text[at] ?? ''
  if (character === '\n') return newLine(reader)
  if (/[ \t\r]/.test(character)) {
    reader.at++
    return undefined
  }
  if (character === '#' && (at === 0 || /[\s;&|()]/.test(text[at - 1] ?? ''))) {
    const end = text.indexOf('\n', at)
    reader.at = end < 0 ? text.length : end
    return undefined
  }
  if (text.startsWith('<<<', at)) return skip(reader, 3)
  if (text.startsWith('<<', at)) return heredoc(reader)
  if (text.startsWith('((', at) && reader.command) return arithmetic(reader)
  if (/^[;&|]/.test(character)) return operator(reader)
  if (character === '(') {
    reader.open.push(')')
    reader.command = true
    reader.dangling = false
    return skip(reader, 1)
  }
  if (character === ')') return closing(reader)
  if (/[<>]/.test(character)) return skip(reader, 1)
  return word(reader)
}

function skip(reader: Reader, count: number): undefined {
  reader.at += count
}

/** A `)` ends a subshell, or a pattern of `case`. */
function closing(reader: Reader): IncompleteInput | undefined {
  if (reader.open.at(-1) === ')') {
    reader.open.pop()
    reader.command = false
  } else reader.command = true
  reader.dangling = false
  return skip(reader, 1)
}

function operator(reader: Reader): IncompleteInput | undefined {
  const found =
    /^(?:&&|\|\||\|&|;;&?|;&|&>>?|[;&|])/.exec(reader.text.slice(reader.at, reader.at + 3))?.[0] ?? ';'
  reader.dangling = found === '&&' || found === '||' || found === '|' || found === '|&'
  reader.command = !found.startsWith('&>')
  return skip(reader, found.length)
}

function newLine(reader: Reader): IncompleteInput | undefined {
  reader.at++
  reader.command = true
  for (let next = reader.heredocs[0]; next; next = reader.heredocs[0]) {
    const { word, tabs } = next
    let closed = false
    while (!closed && reader.at < reader.text.length) {
      const end = reader.text.indexOf('\n', reader.at)
      const line = reader.text.slice(reader.at, end < 0 ? undefined : end)
      closed = (tabs ? line.replace(/^\t+/, '') : line) === word
      reader.at = end < 0 ? reader.text.length : end + 1
    }
    if (!closed) return 'heredoc'
    reader.heredocs.shift()
  }
  return undefined
}

function heredoc(reader: Reader): IncompleteInput | undefined {
  const found = /^<<(-?)[ \t]*((?:'[^'\n]*'|"[^"\n]*"|\\.|[^\s;&|<>()])+)/.exec(reader.text.slice(reader.at))
  if (!found) return skip(reader, 2)
  reader.heredocs.push({ word: (found[2] ?? '').replace(/['"\\]/g, ''), tabs: found[1] === '-' })
  return skip(reader, found[0].length)
}

function arithmetic(reader: Reader): IncompleteInput | undefined {
  const end = reader.text.indexOf('))', reader.at + 2)
  if (end < 0) return 'bracket'
  reader.at = end + 2
  reader.command = false
  reader.dangling = false
  return undefined
}

/** Reads one word with its quotes and expansions, and tracks compound commands. */
function word(reader: Reader): IncompleteInput | undefined {
  const { text } = reader
  const start = reader.at
  let plain = true
  while (reader.at < text.length && !/[\s;&|<>()]/.test(text[reader.at] ?? '')) {
    const character = text[reader.at] ?? ''
    if (character === '\\') {
      if (reader.at + 1 >= text.length) return 'continuation'
      if (text[reader.at + 1] === '\n' && reader.at + 2 >= text.length) return 'continuation'
      reader.at += 2
      plain = false
    } else if (/['"`$]/.test(character)) {
      const missing = quoted(reader)
      if (missing) return missing
      plain = false
    } else reader.at++
  }
  // An array assignment: `a=(1 2)`.
  if (text[reader.at] === '(' && text.slice(start, reader.at).endsWith('=')) {
    const end = balanced(text, reader.at + 1, '(', ')')
    if (end === undefined) return 'bracket'
    reader.at = end
    plain = false
  }
  const found = text.slice(start, reader.at)
  reader.dangling = false
  if (found === '') return skip(reader, 1)
  if (plain && reader.command) return reserved(reader, found)
  if (found !== 'in') reader.command = reader.command && /^[A-Za-z_]\w*\+?=/.test(found)
  return undefined
}

function reserved(reader: Reader, found: string): undefined {
  const closes = reader.open.at(-1)
  if (found === closes) {
    reader.open.pop()
    reader.command = false
    return
  }
  const opens = Object.hasOwn(OPENERS, found) ? OPENERS[found] : undefined
  if (opens) {
    reader.open.push(opens)
    reader.command = found !== 'for' && found !== 'case' && found !== 'select'
    return
  }
  if (found === 'function') {
    reader.command = false
    const named = /^[ \t]+[^\s({]+[ \t]*(?:\(\))?[ \t]*/.exec(reader.text.slice(reader.at))
    if (named) reader.at += named[0].length
    reader.command = true
    return
  }
  const parentheses = /^[ \t]*\([ \t]*\)/.exec(reader.text.slice(reader.at))
  if (parentheses) {
    reader.at += parentheses[0].length
    reader.dangling = true
    reader.command = true
    return
  }
  // In `case` a pattern follows each `;;`, and its words are not commands.
  reader.command = AGAIN.has(found) || /^[A-Za-z_]\w*\+?=/.test(found)
}

/** Reads a quoted part or an expansion from its opening character to its end. */
function quoted(reader: Reader): IncompleteInput | undefined {
  const { text } = reader
  const rest = text.slice(reader.at, reader.at + 3)
  if (rest.startsWith("$'")) return until(reader, 2, "'", true)
  if (rest.startsWith("'")) return until(reader, 1, "'", false)
  if (rest.startsWith('`')) return until(reader, 1, '`', true)
  if (rest.startsWith('"') || rest.startsWith('$"')) return doubleQuoted(reader)
  const brackets = rest.startsWith('$(') ? '()' : rest.startsWith('${') ? '{}' : undefined
  if (!brackets) return skip(reader, 1)
  const end = balanced(text, reader.at + 2, brackets[0] ?? '', brackets[1] ?? '')
  if (end === undefined) return 'bracket'
  reader.at = end
  return undefined
}

function until(reader: Reader, skipped: number, mark: string, escapes: boolean): IncompleteInput | undefined {
  for (let at = reader.at + skipped; at < reader.text.length; at++) {
    if (escapes && reader.text[at] === '\\') at++
    else if (reader.text[at] === mark) {
      reader.at = at + 1
      return undefined
    }
  }
  return 'quote'
}

function doubleQuoted(reader: Reader): IncompleteInput | undefined {
  reader.at += reader.text[reader.at] === '$' ? 2 : 1
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at]
    if (character === '"') return skip(reader, 1)
    if (character === '\\') reader.at += 2
    else if (character === '`' || (character === '$' && /[({]/.test(reader.text[reader.at + 1] ?? ''))) {
      const missing = quoted(reader)
      if (missing) return missing
    } else reader.at++
  }
  return 'quote'
}

/** Finds the bracket that closes an open one, skipping quotes; undefined if there is none. */
function balanced(text: string, from: number, open: string, close: string): number | undefined {
  const reader: Reader = { text, at: from, open: [], heredocs: [], command: false, dangling: false }
  for (let depth = 1; reader.at < text.length;) {
    const character = text[reader.at]
    if (character === '\\') reader.at += 2
    else if (/['"`]/.test(character ?? '')) {
      if (quoted(reader)) return undefined
    } else {
      if (character === open) depth++
      else if (character === close) depth--
      reader.at++
      if (depth === 0) return reader.at
    }
  }
  return undefined
}
