/** Words of a text: runs of letters and digits, lower-cased; each Chinese, Japanese or Korean character is a word. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+/gu) ?? []
  )
}
