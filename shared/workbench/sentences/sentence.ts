import type { ZodError } from 'zod'
import { sentencesEn, type Sentence, type SentenceKey } from './en.ts'

/** Reference to a sentence and its values, so that the page can translate it. */
export interface MessageRef {
  key: string
  values: Record<string, unknown>
}

/** A hand-written check, so that users of sentences such as the model server need no schema library. */
function isMessageRef(value: unknown): value is MessageRef {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('values' in value)) return false
  return typeof value.key === 'string' && typeof value.values === 'object' && value.values !== null
}

/** An English sentence, with its reference. */
export interface LocalizedMessage extends Sentence {
  readonly said: MessageRef
}

/** A language's sentences, and its texts for schema issues. */
export interface Catalog {
  readonly sentences: Readonly<Record<string, Sentence | undefined>>
  reasonOf(issue: unknown): string | undefined
  /** A server's own sentence in the language, if it is known. */
  saidOf?(sentence: string): string | undefined
}

/** Formats a sentence in English, for logs and clients without a page. */
export function say(key: SentenceKey, values: MessageRef['values'] = {}): LocalizedMessage {
  return { ...filled(sentencesEn[key], values), said: { key, values } }
}

/** Formats the first schema issue. Includes `issue`, because its reason is translated separately. */
export function sayIssue({ issues }: ZodError): LocalizedMessage {
  const [issue] = issues
  const path = issue?.path.join('.') || 'input'
  if (issue?.code === 'too_big' && issue.origin === 'string')
    return say('INVALID_INPUT.long', { path, most: Number(issue.maximum) })
  return say('INVALID_INPUT', { path, reason: issue?.message ?? 'not valid', issue })
}

type Localizable = Sentence & { readonly said?: MessageRef | undefined }

/** Translates into another language; text that is not one of our sentences is left unchanged. */
export function localize<T extends Localizable>(thing: T, catalog: Catalog): T {
  const { sentences, reasonOf, saidOf } = catalog
  const { said } = thing
  const sentence = said && sentences[said.key]
  if (!sentence) return thing
  const english: Sentence | undefined = sentencesEn[said.key as SentenceKey]
  const values: Record<string, unknown> = { ...said.values }
  if ('issue' in values) values['reason'] = reasonOf(values['issue']) ?? values['reason']
  // A reason may itself be one of our sentences.
  const { because } = values
  if (isMessageRef(because)) values['reason'] = localize({ ...thing, said: because }, catalog).message
  else if (typeof values['reason'] === 'string')
    values['reason'] = saidOf?.(values['reason']) ?? values['reason']
  const other = filled(sentence, values)
  // A hint that replaced the sentence's own is not translated.
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
