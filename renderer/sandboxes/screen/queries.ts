import type { Terminal } from '@xterm/xterm'

type Id = Parameters<Terminal['parser']['registerCsiHandler']>[0]

/**
 * Sequences with which a program queries the terminal (ECMA-48, and xterm's own;
 * invisible-island.net/xterm/ctlseqs).
 */
const QUERIES: readonly Id[] = [
  // Device attributes: primary, secondary, tertiary.
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  // Device status and cursor position.
  { final: 'n' },
  { prefix: '?', final: 'n' },
  // Modes.
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
  // The name and version.
  { prefix: '>', final: 'q' },
  // Keyboard flags.
  { prefix: '?', final: 'u' },
]
/** Requests of a setting or a capability, as device control strings. */
const STRINGS: readonly Id[] = [
  { intermediates: '$', final: 'q' },
  { intermediates: '+', final: 'q' },
]
/** Colours: of the palette, foreground, background, cursor. */
const COLOURS = [4, 10, 11, 12]

/** Suppresses xterm's replies: the core answers queries, once for all windows. */
export function leaveQueriesUnanswered({ parser }: Terminal): void {
  for (const id of QUERIES) parser.registerCsiHandler(id, () => true)
  for (const id of STRINGS) parser.registerDcsHandler(id, () => true)
  // The other functions of this sequence (titles, sizes) are not for sandboxed programs either.
  parser.registerCsiHandler({ final: 't' }, () => true)
  for (const code of COLOURS) parser.registerOscHandler(code, (data) => data.split(';').includes('?'))
}
