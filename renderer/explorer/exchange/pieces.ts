import { createScanner } from 'jsonc-parser'
import { alteredInteger } from '#shared/model/exact-integers.ts'
import { MAX_YAML_LEVELS } from '#shared/model/yaml-depth.ts'
import { PIECE, type Steps } from '../../app/slices.ts'

/** A part of a file that can be read alone, and the number of lines before it. */
export interface Piece {
  readonly text: string
  readonly before: number
}

/** Characters of a piece at least: a second's work is done in pieces, between which the page is alive. */
const PIECE_CHARACTERS = 20_000
const MARKER = /^---(?=\s|$)/gm
const DIRECTIVE = /^%/m
/** What may stand for something in another piece. */
const ANCHOR = /&/
/** A line of YAML that is not empty and no comment: its indentation, and what it begins with. */
const LINE = /^([ \t]*)(?![ \t\r#]|$)(\S+)/gm

/** Where the parts of a text end that are gathered to pieces. */
function* cut(text: string, ends: readonly number[], start = 0): Steps<Piece[]> {
  const pieces: Piece[] = []
  let before = linesIn(text.slice(0, start))
  for (const [place, end] of ends.entries()) {
    if (place % PIECE === PIECE - 1) yield
    if (end - start < PIECE_CHARACTERS && place < ends.length - 1) continue
    const piece = { text: text.slice(start, end), before }
    pieces.push(piece)
    before += linesIn(piece.text)
    start = end
  }
  return pieces
}

const linesIn = (text: string): number => text.split('\n').length - 1

/** The pieces of a YAML file: its documents, for a marker is one wherever it begins a line; or the items of its list. */
export function* yamlPieces(text: string): Steps<Piece[]> {
  const whole = [{ text, before: 0 }]
  if (text.length <= PIECE_CHARACTERS || DIRECTIVE.test(text)) return whole
  const markers = Array.from(text.matchAll(MARKER), ({ index }) => index)
  if (markers.length > 0) return yield* cut(text, [...markers, text.length])
  const list = ANCHOR.test(text) ? undefined : yield* yamlItems(text)
  return list ? yield* cut(text, list.ends, list.start) : whole
}

interface Items {
  readonly start: number
  readonly ends: number[]
}

/** Where the list begins that is the whole of a YAML text, or its `elements`, and where its items end. */
function* yamlItems(text: string): Steps<Items | undefined> {
  const starts: number[] = []
  let indentation: string | undefined
  let lines = 0
  for (const { index, 1: indent = '', 2: word = '' } of text.matchAll(LINE)) {
    if (++lines % PIECE === 0) yield
    if (lines === 1 && indent === '' && word === 'elements:') continue
    indentation ??= indent
    if (indent.length < indentation.length || indent.includes('\t')) return undefined
    if (indent.length > indentation.length) continue
    if (word !== '-') return undefined
    starts.push(index)
  }
  const [start] = starts
  return start === undefined ? undefined : { start, ends: [...starts.slice(1), text.length] }
}

/**
 * The pieces of a list that is the whole of a JSON text, or its `elements`, as lists of their own with their values. Undefined for
 * anything else, and for what JSON's parser would change without a word: names given twice, and integers that it cannot represent.
 */
export function* jsonPieces(
  text: string,
): Steps<{ readonly piece: Piece; readonly value: unknown }[] | undefined> {
  const list = alteredInteger(text) ? undefined : yield* jsonItems(text)
  if (!list) return undefined
  const found: { readonly piece: Piece; readonly value: unknown }[] = []
  try {
    JSON.parse(text.slice(0, list.start) + text.slice(list.ends.at(-1)))
    for (const { text: items, before } of yield* cut(text, list.ends, list.start)) {
      yield
      const piece = { text: `[${items.replace(/^,/, '')}]`, before }
      found.push({ piece, value: JSON.parse(piece.text) })
    }
  } catch {
    // No JSON, or JSON with comments: what is wrong with it is said by who reads it as YAML.
    return undefined
  }
  return found
}

/** Where the list of a JSON text begins, and where its items end. */
function* jsonItems(text: string): Steps<Items | undefined> {
  const scanner = createScanner(text, true)
  /** The names of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  let list: (Items & { readonly depth: number; isOpen: boolean }) | undefined
  /** The name whose value is read; undefined where a name is expected. */
  let name: string | undefined
  for (let tokens = 1; ; tokens++) {
    scanner.scan()
    if (tokens % PIECE === 0) yield
    const [at, names] = [scanner.getTokenOffset(), open.at(-1)]
    const first = text[at]
    if (first === undefined) return list?.isOpen === false ? list : undefined
    if (open.length > MAX_YAML_LEVELS) return undefined
    const isListed = list?.isOpen === true && open.length === list.depth
    if (first === '{') {
      open.push(new Set())
      name = undefined
    } else if (first === '[') {
      open.push(undefined)
      if (open.length === 1 || (open.length === 2 && name === 'elements'))
        list ??= { start: at + 1, ends: [], depth: open.length, isOpen: true }
    } else if (first === '}' || first === ']') {
      open.pop()
      if (list && isListed) {
        list.ends.push(at)
        list.isOpen = false
      }
    } else if (first === ',') {
      if (isListed) list?.ends.push(at)
      name = undefined
    } else if (first === '"' && names && name === undefined) {
      name = scanner.getTokenValue()
      if (names.has(name)) return undefined
      names.add(name)
    }
  }
}
