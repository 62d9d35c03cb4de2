/** G: right place; Y: elsewhere in the word; X: not, or not again, in the word. */
export type WordleMark = 'G' | 'Y' | 'X'

/** Marks a guess: first greens, then yellows from the left, each using up one letter of the word. */
export function wordleMarks(word: string, guess: string): WordleMark[] {
  const left = Array.from(word).filter((letter, i) => letter !== guess[i])
  return Array.from(guess, (letter, i) => {
    if (letter === word[i]) return 'G'
    const at = left.indexOf(letter)
    if (at < 0) return 'X'
    left.splice(at, 1)
    return 'Y'
  })
}
