/**
 * The reasons of `model_validate`, by code. Servers say them in these words, so that a page can recognise each
 * and say it in its own language.
 */
export const REASONS = {
  type: 'must be {accepted}',
  least: 'needs at least {least} entry',
  readAs: '{value} is read as {other}',
  kept: '{value} is not one of {choices}; it is kept as it is',
  choice: '{value} is not one of {choices}',
  pattern: '{value} does not match {pattern}',
  long: 'is longer than {max} characters',
  required: 'required',
  notDefined: 'not defined by the schema of this kind',
  identity: 'kind, domain and name are required',
  kindNear: 'unknown kind {kind}; did you mean {near}?',
  kind: 'unknown kind {kind}',
  name: 'starts with a letter, then letters, digits, - _ . up to 128 characters',
  version: 'unknown version {version}',
  noFields: 'an entity set without fields says nothing about its entities',
  noUnit: 'neither unit nor data_format says how to read it',
  draft: '{type} looks like a draft; name the relation',
  same: 'the same element as {other}; the last one wins',
  noEnd: 'the link has no such end',
  noElement: 'there is no {element}',
  noSuchFieldNear: 'no field of it is called {field}; did you mean {near}?',
  noSuchField: 'no field of it is called {field}',
  noField: '{element} has no field {field}',
} as const

export type ReasonCode = keyof typeof REASONS
type Values = Readonly<Record<string, string>>

/** A reason in the words of servers. */
export const reasonOf = (code: ReasonCode, values: Values = {}): string =>
  REASONS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Longest reason that is recognised; a longer one is shown as it is. */
const MAX_LENGTH = 2000

const recognisers = Object.entries(REASONS).map(([code, words]) => {
  const escaped = words.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return {
    code: code as ReasonCode,
    pattern: new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 's'),
  }
})

/** The code and values of a reason in the words of servers; undefined for any other. */
export function recognised(reason: string): { code: ReasonCode; values: Values } | undefined {
  if (reason.length > MAX_LENGTH) return undefined
  for (const { code, pattern } of recognisers) {
    const match = pattern.exec(reason)
    if (match) return { code, values: { ...match.groups } }
  }
  return undefined
}
