import {
  Bomb,
  Calculator,
  CaseUpper,
  Code,
  Database,
  FlaskConical,
  Gamepad2,
  Grid3x3,
  Hash,
  Layers2,
  type LucideIcon,
  MessageCircleQuestionMark,
  Package,
  Palette,
  Puzzle,
} from 'lucide-react'

/** What is done in the environments of a family. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  Crosswords: CaseUpper,
  FifteenPuzzle: Grid3x3,
  Game2048: Grid3x3,
  GuessTheNumber: Hash,
  Hangman: CaseUpper,
  Mastermind: Palette,
  Minesweeper: Bomb,
  Sokoban: Package,
  Sudoku: Grid3x3,
  TowerofHanoi: Layers2,
  WordSearch: CaseUpper,
  Wordle: CaseUpper,
  code: Code,
  game: Gamepad2,
  logic: Puzzle,
  math: Calculator,
  qa: MessageCircleQuestionMark,
  sql: Database,
}

/** The icon of an environment's family, as its id names it: `game:Wordle-v0-easy`, `math:GSM8K`. */
export function FamilyIcon({ id }: { readonly id: string }) {
  const [group = '', name = ''] = id.split(':')
  const Icon = ICONS[name.split('-')[0] ?? ''] ?? ICONS[group.split('-')[0] ?? ''] ?? FlaskConical
  return <Icon size={14} color="var(--text-quiet)" style={{ flex: 'none' }} aria-hidden />
}
