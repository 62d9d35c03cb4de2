/** A completion item. */
export interface Completion {
  readonly label: string
  readonly kind:
    | 'source'
    | 'stage'
    | 'key'
    | 'value'
    | 'element'
    | 'field'
    | 'function'
    | 'operator'
    | 'keyword'
    | 'variable'
    | 'relation'
  /** Replaces the word under the cursor. The result is always the beginning of a valid query. */
  readonly insert: string
  /** For editors: `insert` with closing marks, and `#` at the final cursor position. */
  readonly template?: string
  /** Its syntax, or a short description. */
  readonly detail?: string
  readonly documentation?: string
  /** Ranks it higher (above 0) or lower among equally good matches. */
  readonly boost?: number
}

export interface Completions {
  /** Start of the word under the cursor. */
  readonly from: number
  readonly completions: readonly Completion[]
}

/** Returns the completions that contain the typed text, without duplicates; prefix matches first. */
export function matching(completions: readonly Completion[], typed: string): Completion[] {
  const word = typed.replaceAll('`', '').toLowerCase()
  const seen = new Set<string>()
  const found = completions.filter(({ label }) => {
    if (!label.toLowerCase().includes(word) || seen.has(label)) return false
    seen.add(label)
    return true
  })
  const rank = ({ label }: Completion): number => (label.toLowerCase().startsWith(word) ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b))
}

/**
 * Quotes a text as a value with `mark`. If a quote is already open before the word, adds only the closing
 * one, and not even that when the text `after` the word starts with it.
 */
export function quoted(text: string, open: string, after: string, mark = "'"): string {
  const quote = open === '' ? mark : open
  const escaped =
    quote === '`' ? text.replaceAll('`', '``') : text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  if (open === '') return `${quote}${escaped}${quote}`
  return after.startsWith(quote) ? escaped : `${escaped}${quote}`
}
