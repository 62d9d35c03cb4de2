import type { ZodError } from 'zod'
import { sentencesEn, type Sentence, type SentenceKey } from './en.ts'

/** Which sentence was said, and with what, so that the page can say it in the person's language. */
export interface MessageRef {
  key: string
  values: Record<string, unknown>
}

/** Looked at by hand: what says sentences, as the model server does, needs no library of schemas for it. */
function isMessageRef(value: unknown): value is MessageRef {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('values' in value)) return false
  return typeof value.key === 'string' && typeof value.values === 'object' && value.values !== null
}

/** A sentence in English, and what it was made of. */
export interface LocalizedMessage extends Sentence {
  readonly said: MessageRef
}

/** A language's sentences, and its words for what a schema finds wrong. */
export interface Catalog {
  readonly sentences: Readonly<Record<string, Sentence | undefined>>
  reasonOf(issue: unknown): string | undefined
}

/** Fills a sentence in; English, because that is what logs and people without a page read. */
export function say(key: SentenceKey, values: MessageRef['values'] = {}): LocalizedMessage {
  return { ...filled(sentencesEn[key], values), said: { key, values } }
}

/** What a schema finds wrong first. `issue` comes along, because its reason has words of its own in each language. */
export function sayIssue({ issues }: ZodError): LocalizedMessage {
  const [issue] = issues
  const path = issue?.path.join('.') || 'input'
  if (issue?.code === 'too_big' && issue.origin === 'string')
    return say('INVALID_INPUT.long', { path, most: Number(issue.maximum) })
  return say('INVALID_INPUT', { path, reason: issue?.message ?? 'not valid', issue })
}

type Localizable = Sentence & { readonly said?: MessageRef | undefined }

/** The same in another language; what was not said with one of our sentences stays as it is. */
export function localize<T extends Localizable>(thing: T, { sentences, reasonOf }: Catalog): T {
  const { said } = thing
  const sentence = said && sentences[said.key]
  if (!sentence) return thing
  const english: Sentence | undefined = sentencesEn[said.key as SentenceKey]
  const values: Record<string, unknown> = { ...said.values }
  if ('issue' in values) values['reason'] = reasonOf(values['issue']) ?? values['reason']
  // A reason may itself be one of our sentences.
  const { because } = values
  if (isMessageRef(because))
    values['reason'] = localize({ ...thing, said: because }, { sentences, reasonOf }).message
  const other = filled(sentence, values)
  // A hint that was put in the place of the sentence's own is another's.
  const ownHint = english && filled(english, said.values).hint === thing.hint
  return {
    ...thing,
    message: other.message,
    ...(ownHint && other.hint !== undefined ? { hint: other.hint } : {}),
  }
}

function filled({ message, hint }: Sentence, values: MessageRef['values']): Sentence {
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
    })
  return { message: fill(message), hint: hint && fill(hint) }
}
