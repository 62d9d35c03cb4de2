/**
 * Whether a command is certainly valid syntax, so that most commands need no `bash -n`. Accepts words, quotes without
 * expansions, `;` `&&` `||` `|` and newlines between simple commands; anything else returns false.
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
 * Letters, digits and characters without special meaning, plain variables, quoted text without expansions. A bracket only as
 * a whole word, because `a[` would start a subscript.
 */
const WORD =
  /^(?:[[\]]|(?:[A-Za-z0-9_./:,@%+^\-=*?~]|\$[A-Za-z0-9_?]|'[^']*'|"[^"\\`$]*"|[^\x00-\x7f])+)(?=[ \t\n;|&]|$)/

const RESERVED = new Set(
  'if then else elif fi for while until do done case esac select function time coproc in [[ ]] { } !'.split(
    ' ',
  ),
)
