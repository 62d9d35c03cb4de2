/**
 * Splits a text into lower-cased words: runs of letters and digits; each Chinese, Japanese or Korean
 * character is a word.
 */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+/gu) ?? []
  )
}
