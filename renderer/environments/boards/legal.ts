import { boxed } from '#shared/gem/boxed.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { type EpisodeView, randomPlayer } from '#shared/gem/players/index.ts'
import { wordsOfLength } from '#shared/gem/words/vocabulary.ts'
import { insideOf, presetsOf } from '../parts/action-text.ts'
import type { Board } from './board.ts'

/** Maximum presets shown side by side, and actions sampled to find them. */
const MAX_PRESETS = 2
const MAX_DRAWS = 60
/** Distance of two words offered one after the other, so that they differ in more than a letter. */
const WORD_STEP = 37

/** Whether a move is legal according to the board; true if the board does not show it. */
function isLegal(words: readonly string[], { look, rows, pegs }: Board): boolean {
  const [first = '', second = '', third = ''] = words
  const kindAt = (row: number, column: number): string | undefined => rows[row]?.[column]?.kind
  if (look === 'mines') return kindAt(Number(second), Number(third)) === 'covered'
  // Guesses ruled out by earlier answers are legal but pointless.
  if (look === 'numbers') return rows.flat().some(({ face, kind }) => face === first && kind === 'open')
  if (look === 'crosswords') return kindAt(Number(first), Number(second)) === 'empty'
  if (look === 'sudoku') {
    const [row, column] = [Number(first) - 1, Number(second) - 1]
    const isTaken =
      rows[row]?.some(({ face }) => face === third) || rows.some((one) => one[column]?.face === third)
    return kindAt(row, column) === 'empty' && !isTaken
  }
  // The rules say that no digit appears twice in the code; a guess with one only wastes a turn.
  if (look === 'mastermind') return new Set(words).size === words.length
  if (look === 'letters' && words.length === 4) return (first === words[2]) !== (second === words[3])
  if (pegs) {
    const [from, to] = [first, second].map((name) => pegs['ABC'.indexOf(name)]?.at(-1))
    return from !== undefined && (to === undefined || from < to)
  }
  return true
}

/** A proposal of the random player; in Wordle, which takes any letters, a word: a person guesses words. */
function proposal(
  entry: CatalogueEntry,
  episode: EpisodeView,
  board: Board | null,
  draw: number,
): string | null {
  if (board?.look !== 'wordle') return randomPlayer(entry, draw).propose(episode)
  const words = wordsOfLength(board.rows[0]?.length ?? 0)
  const word = words[((episode.turns.length * MAX_DRAWS + draw + 1) * WORD_STEP) % words.length]
  return word === undefined ? null : boxed(word.toUpperCase())
}

/**
 * Suggested actions: all words of a choice grammar; for known games, legal moves not made before; otherwise
 * the grammar's examples.
 */
export function presetsNow(
  entry: CatalogueEntry | undefined,
  episode: EpisodeView,
  board: Board | null,
): string[] {
  const fixed = presetsOf(entry?.action)
  if (!entry || entry.source === 'plugin' || !entry.id.startsWith('game:') || fixed.length > 3) return fixed
  const sent = new Set(episode.turns.map(({ action }) => action))
  const found = new Set<string>()
  for (let draw = 0; draw < MAX_DRAWS && found.size < MAX_PRESETS; draw++) {
    const action = proposal(entry, episode, board, draw)
    if (action === null || sent.has(action)) continue
    if (!board || isLegal(insideOf(action).split(' '), board)) found.add(action)
  }
  return [...found]
}
