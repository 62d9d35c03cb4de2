/** What `{names}` of a template stand for: one word, or for these any text. */
const TEXTS = new Set(
  'element example found names path reason root signature sources types methods expected'.split(' '),
)

/** Longest sentence that is looked up; a longer one is none of ours. */
const MAX_LENGTH = 2000

interface Template {
  readonly pattern: RegExp
  readonly other: string
}

const compiled = new WeakMap<Readonly<Record<string, string>>, readonly Template[]>()

function templatesOf(sentences: Readonly<Record<string, string>>): readonly Template[] {
  const known = compiled.get(sentences)
  if (known) return known
  const made = Object.entries(sentences).map(([english, other]): Template => {
    const escaped = english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    const pattern = escaped.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      TEXTS.has(name) ? `(?<${name}>.+?)` : String.raw`(?<${name}>\S+?)`,
    )
    return { pattern: new RegExp(`^${pattern}$`, 's'), other }
  })
  compiled.set(sentences, made)
  return made
}

/**
 * A sentence in another language, by the English templates that it may be made from; a reason within it may be a sentence
 * itself. Undefined if none fits.
 */
export function translateSentence(
  sentences: Readonly<Record<string, string>>,
  said: string,
): string | undefined {
  if (said.length > MAX_LENGTH) return undefined
  for (const { pattern, other } of templatesOf(sentences)) {
    const { groups } = pattern.exec(said) ?? {}
    if (groups || pattern.test(said))
      return other.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = groups?.[name] ?? ''
        return name === 'reason' ? (translateSentence(sentences, value) ?? value) : value
      })
  }
  return undefined
}
