import { shellQuote } from '#shared/shell/quote.ts'

/** What is mounted, where, as which type, and with which options. */
export type Mount = readonly [source: string, place: string, type: string, options: string]

/** In fstab(5), blanks and backslashes are written as octal numbers. */
const word = (text: string): string =>
  text.replace(/[\s\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`)

const line = ([source, place, type, options]: Mount): string =>
  `${word(source)} ${word(place)} ${type} ${options} 0 0\n`

/** Shell code that writes these mounts, in this order, to a table for {@link mountTable}; it has to be a regular file. */
export const writeTable = (file: string, mounts: readonly Mount[]): string =>
  `printf %s ${shellQuote(mounts.map(line).join(''))} > ${file}`

/**
 * Shell code that mounts all of a table by one program, since each `mount` takes as long as three programs that do nothing. It fails if one
 * fails.
 */
export const mountTable = (file: string): string => `mount -a -T ${file}`
