import type { ILink, ILinkProvider, Terminal } from '@xterm/xterm'

/** A file reference in a program's output, verbatim. */
export interface NamedFile {
  readonly path: string
  /** 1-based; 0 if absent. */
  readonly line: number
  readonly column: number
}

/** `src/a.py:12:5`, `./a.py`, `/etc/hosts:3`, `~/x.c`; and Python's `File "a.py", line 12`. */
const NAMED =
  /File "(?<quoted>[^"\n]+)", line (?<at>\d+)|(?<path>(?:~|\.{1,2})?\/?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,7}|(?:~|\.{1,2})?\/[\w@.+/-]*[\w@+-])(?::(?<line>\d+)(?::(?<column>\d+))?)?/g
/** Without a line number, a name counts as a file only with a folder: words contain dots, too. */
const HAS_FOLDER = /\//

/** Finds the file references in a line of output, with their positions. */
export function namedFiles(
  text: string,
): { readonly file: NamedFile; readonly from: number; readonly to: number }[] {
  return [...text.matchAll(NAMED)].flatMap((match) => {
    const { quoted, at, path = '', line = '0', column = '0' } = match.groups ?? {}
    const before = text.slice(0, match.index)
    // Part of a URL, which is a link of its own.
    if (/\w:\/*$|[\w.@/-]$/.test(before)) return []
    if (quoted === undefined && line === '0' && !HAS_FOLDER.test(path)) return []
    const file = { path: quoted ?? path, line: Number(at ?? line), column: Number(column) }
    return [{ file, from: match.index, to: match.index + match[0].length }]
  })
}

/** Resolves a path within the sandbox. */
export function absolutePath(path: string, cwd: string | undefined, home: string | undefined): string {
  const whole = path.startsWith('/')
    ? path
    : path.startsWith('~/') && home !== undefined
      ? home + path.slice(1)
      : `${cwd ?? '/'}/${path}`
  const parts: string[] = []
  for (const part of whole.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** Link provider for file references in the output. */
export function filePathLinks(term: Terminal, open: (file: NamedFile) => void): ILinkProvider {
  return {
    provideLinks(row, callback) {
      const text = term.buffer.active.getLine(row - 1)?.translateToString(true) ?? ''
      const links = namedFiles(text).map(({ file, from, to }): ILink => ({
        text: text.slice(from, to),
        range: { start: { x: from + 1, y: row }, end: { x: to, y: row } },
        activate: () => open(file),
      }))
      callback(links.length > 0 ? links : undefined)
    },
  }
}
