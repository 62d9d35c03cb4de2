/**
 * Tells commands whose syntax is certainly right, so that the common case needs no `bash -n`. It knows words, quotes without
 * expansions inside, `;` `&&` `||` `|` and newlines between simple commands; whatever else occurs makes it answer "not sure".
 */
export function isPlainlyValid(command: string): boolean {
  let at = 0
  let words = 0
  let joined = false
  while (at < command.length) {
    const rest = command.slice(at, at + 4096)
    const blank = /^[ \t]+/.exec(rest)
    if (blank) {
      at += blank[0].length
      continue
    }
    const operator = /^(?:&&|\|\||\||;|\n)/.exec(rest)?.[0]
    if (operator) {
      const empty = words === 0
      if (empty && (operator !== '\n' || joined)) return false
      joined = operator !== ';' && operator !== '\n'
      words = 0
      at += operator.length
      continue
    }
    const word = WORD.exec(rest)?.[0]
    if (!word || rest.length === 4096) return false
    if (words === 0 && RESERVED.has(word)) return false
    words += 1
    joined = false
    at += word.length
  }
  return !joined
}

/**
 * Letters, digits and signs without a meaning to the parser, plain variables, quoted text without expansions; a bracket only
 * as the whole word, because `a[` would begin a subscript.
 */
const WORD =
  /^(?:[[\]]|(?:[A-Za-z0-9_./:,@%+^\-=*?~]|\$[A-Za-z0-9_?]|'[^']*'|"[^"\\`$]*"|[^\x00-\x7f])+)(?=[ \t\n;|&]|$)/

const RESERVED = new Set(
  'if then else elif fi for while until do done case esac select function time coproc in [[ ]] { } !'.split(
    ' ',
  ),
)
