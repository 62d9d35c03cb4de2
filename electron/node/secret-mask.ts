import { escapeRegExp } from './escape-reg-exp.ts'

/** Shorter values occur inside ordinary words and numbers; masking them would make a log unreadable. Characters. */
const MIN_SECRET_CHARACTERS = 6

/** Whether a variable or header of this name holds a secret. */
export const isSecretName = (name: string): boolean =>
  /key|token|secret|passw|auth|credential|cookie/i.test(name)

/** Escapes a text as in JSON, without the surrounding quotes. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * Masks secret values that were filled in for placeholders. A server may print the secrets it was given; in
 * everything that is stored, they are replaced by their placeholder.
 */
export class SecretMask {
  readonly #placeholders = new Map<string, string>()
  /** Matches any of the values, longest first, since one may contain another. Initially matches nothing. */
  #any = /$^/g

  /** Remembers a secret passed to a request or a process; earlier values of the same name stay masked. */
  note(name: string, value: string): void {
    if (value.length < MIN_SECRET_CHARACTERS) return
    this.#placeholders.set(value, `\${secret:${name}}`)
    const longestFirst = [...this.#placeholders.keys()].toSorted((a, b) => b.length - a.length)
    this.#any = new RegExp(longestFirst.map(escapeRegExp).join('|'), 'g')
  }

  /** Masks in one pass, so that the text of a placeholder is never masked again. */
  text(text: string): string {
    return text.replaceAll(this.#any, (value) => this.#placeholders.get(value) ?? value)
  }

  /** Masks every string in a JSON value; returns the same object when nothing matches. */
  json<T>(value: T): T {
    if (this.#placeholders.size === 0) return value
    const text = JSON.stringify(value)
    const isIn = [...this.#placeholders.keys()].some((secret) => text.includes(inJson(secret)))
    return isIn ? (this.#hide(value) as T) : value
  }

  #hide(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((one) => this.#hide(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [this.text(key), this.#hide(one)]))
  }
}
