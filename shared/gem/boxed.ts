/** Parses an answer from an agent's free text (docs/gem.md#answers). */

/** How actions of an environment are written. */
export interface ActionGrammar {
  /** Source of the regular expression that matches an action; the last match in the text counts. */
  readonly pattern: string
  /** Additional flags beside `g`: `i` for case-insensitive. */
  readonly flags: '' | 'i'
  /** The same rule in words. */
  readonly words: string
  /** Complete texts that the environment accepts as an action. */
  readonly examples: readonly string[]
}

/** Returns the groups of the last match of the grammar in `text`, or null if there is none. */
export function lastAction(grammar: Pick<ActionGrammar, 'pattern' | 'flags'>, text: string): string[] | null {
  let last: RegExpExecArray | null = null
  for (const match of text.matchAll(new RegExp(grammar.pattern, `g${grammar.flags}`))) last = match
  return last && last.slice(1)
}

/**
 * Returns the untrimmed content of the last `\boxed{…}` with balanced braces; null when there is none or when
 * the last one is malformed, even if an earlier one is valid. Single-turn environments read answers this way.
 */
export function lastBoxed(text: string): string | null {
  const start = text.lastIndexOf('\\boxed')
  if (start < 0) return null
  const open = start + '\\boxed'.length
  if (text[open] !== '{') return null
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return text.slice(open + 1, i)
  }
  return null
}

/** Wraps an action in `\boxed{}`, as agents send it. */
export function boxed(action: string): string {
  return `\\boxed{${action}}`
}

/** Whether an environment accepts boxed actions only. */
export function isBoxedOnly({ examples }: Pick<ActionGrammar, 'examples'>): boolean {
  return examples.every((example) => example.includes('\\boxed{'))
}
