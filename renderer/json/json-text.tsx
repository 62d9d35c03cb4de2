import styles from './json.module.css'

/** A line of indented JSON: its key, if it has one, and its value. */
const LINE = /^(\s*)(?:("(?:[^"\\]|\\.)*")(: ))?(.*?)(,?)$/

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^"/, 'string'],
  [/^-?\d/, 'number'],
  [/^(?:true|false)$/, 'boolean'],
  [/^null$/, 'null'],
]

/** The parts of a line of indented JSON with their kinds; brackets and commas have none. */
export function jsonParts(line: string): readonly { readonly text: string; readonly kind?: string }[] {
  const [, indent = '', key = '', colon = '', value = '', comma = ''] = LINE.exec(line) ?? []
  const kind = KINDS.find(([pattern]) => pattern.test(value))?.[1]
  return [
    { text: indent },
    { text: key, kind: 'key' },
    { text: colon },
    kind === undefined ? { text: value } : { text: value, kind },
    { text: comma },
  ].filter(({ text }) => text !== '')
}

/** A line of indented JSON in the colours of the tree. */
export function JsonText({ line }: { readonly line: string }) {
  return jsonParts(line).map(({ text, kind }, place) => (
    // The parts of a line never change their order.
    <span key={place} className={styles['value']} data-kind={kind}>
      {text}
    </span>
  ))
}
