/** Reading an answer out of an agent's free text (docs/gem.md#answers). */

/** How the actions of an environment are written. */
export interface ActionGrammar {
  /** Source of the regular expression that finds an action; its last match in the text counts. */
  readonly pattern: string
  /** Flags of that expression beside `g`: `i` where case does not matter. */
  readonly flags: '' | 'i'
  /** The same rule in words. */
  readonly words: string
  /** Complete texts that the environment reads as an action. */
  readonly examples: readonly string[]
}

/** The groups of the last match of the grammar in `text`, or null when the text holds no action. */
export function lastAction(grammar: Pick<ActionGrammar, 'pattern' | 'flags'>, text: string): string[] | null {
  let last: RegExpExecArray | null = null
  for (const match of text.matchAll(new RegExp(grammar.pattern, `g${grammar.flags}`))) last = match
  return last && last.slice(1)
}

/**
 * The inside of the last `\boxed{…}` with braces matched, untrimmed; null when there is none or when the last one is
 * broken, even if an earlier one is whole. Single-turn environments read answers this way.
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

/** Whether an environment reads nothing but boxes. */
export function isBoxedOnly({ examples }: Pick<ActionGrammar, 'examples'>): boolean {
  return examples.every((example) => example.includes('\\boxed{'))
}
