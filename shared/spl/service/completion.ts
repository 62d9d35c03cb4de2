/** Something that may be written at the cursor. */
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
  /** What replaces the word under the cursor. With it, the text is always the beginning of a valid query. */
  readonly insert: string
  /** For editors: `insert` and what closes it, with `#` where the cursor comes to stand. */
  readonly template?: string
  /** How it is written, or what it is. */
  readonly detail?: string
  readonly documentation?: string
  /** Moves it up (above 0) or down among those that fit equally well. */
  readonly boost?: number
}

export interface Completions {
  /** Where the word under the cursor begins. */
  readonly from: number
  readonly completions: readonly Completion[]
}

/** The completions that contain what is typed, each once; those that begin with it first. */
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
 * A text as a value: in quotes, which are `mark` unless one is open before the word; then only the closing quote is added.
 * `after` is the text after the word: a closing quote that is already there is not written twice.
 */
export function quoted(text: string, open: string, after: string, mark = "'"): string {
  const quote = open === '' ? mark : open
  const escaped =
    quote === '`' ? text.replaceAll('`', '``') : text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  if (open === '') return `${quote}${escaped}${quote}`
  return after.startsWith(quote) ? escaped : `${escaped}${quote}`
}
