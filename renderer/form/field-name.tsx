import { createContext, type ReactNode } from 'react'
import { translateFieldName } from '../i18n/text.ts'
import styles from './form.module.css'

/** Whether a form names its fields in words, with their wire names beside them. */
export const NamesInWords = createContext(false)

/** Units that names end with, as they are written. */
const UNITS: Readonly<Record<string, string>> = {
  ms: 'ms',
  millis: 'ms',
  milliseconds: 'ms',
  sec: 's',
  secs: 's',
  seconds: 's',
  minutes: 'min',
  hours: 'h',
  bytes: 'bytes',
  kb: 'kB',
  mb: 'MB',
  gb: 'GB',
  mib: 'MiB',
  gib: 'GiB',
  percent: '%',
}

/** Parts of names that stand for others, or are written in capitals. */
const PARTS: Readonly<Record<string, string>> = {
  src: 'source',
  dest: 'destination',
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  uri: 'URI',
  tls: 'TLS',
  api: 'API',
}

/** A wire name in words: `timeout_ms` is "Timeout (ms)", `entityType` "Entity type", `repoURL` "Repo URL". */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => (/^\p{Lu}{2,}s?$/u.test(word) ? word : (PARTS[word.toLowerCase()] ?? word.toLowerCase())))
  // Alone it says what is meant: "Seconds".
  const unit = words.length > 1 ? UNITS[words.at(-1)?.toLowerCase() ?? ''] : undefined
  const said = (unit === undefined ? words : [...words.slice(0, -1), `(${unit})`]).join(' ')
  return said === '' ? name : said.charAt(0).toUpperCase() + said.slice(1)
}

const letters = (words: string): string => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a title is no more than the name in other letters, as "Timeout Ms" is for `timeout_ms`. */
export const respells = (title: string, name: string): boolean => letters(title) === letters(name)

/** The title of a member, unless it only respells its name. */
export const readableName = (name: string, title: string | undefined): string =>
  translateFieldName(title === undefined || respells(title, name) ? nameInWords(name) : title)

interface FieldNameProps {
  /** The wire name; none beside a label that says all. */
  readonly name?: string | undefined
  /** By default the name in words. */
  readonly words?: string
  readonly required?: boolean | undefined
}

/** A readable label with the wire name in code style beside it. */
export function FieldName({
  name,
  words = readableName(name ?? '', undefined),
  required,
}: FieldNameProps): ReactNode {
  return (
    <>
      {words}
      {name === undefined ? null : <code className={styles['wire']}> {name}</code>}
      {required ? ' *' : ''}
    </>
  )
}
