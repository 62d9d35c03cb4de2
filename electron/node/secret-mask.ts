import { escapeRegExp } from './escape-reg-exp.ts'

/** Shorter values are part of ordinary words and numbers; hiding them would make a log unreadable. Characters. */
const MIN_SECRET_CHARACTERS = 6

/** Whether something of this name, a variable or a header, has a private value. */
export const isSecretName = (name: string): boolean =>
  /key|token|secret|passw|auth|credential|cookie/i.test(name)

/** How a text is written inside JSON, without the quotes around it. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * The values that were filled in for secrets. A server may print what it was given; wherever it does in something that is kept,
 * the placeholder stands there again.
 */
export class SecretMask {
  readonly #placeholders = new Map<string, string>()
  /** Any of the values; the longest first, since one may be part of another. Matches nothing at first. */
  #any = /$^/g

  /** Remembers a value that leaves for a request or a process; older values of the same name stay hidden. */
  note(name: string, value: string): void {
    if (value.length < MIN_SECRET_CHARACTERS) return
    this.#placeholders.set(value, `\${secret:${name}}`)
    const longestFirst = [...this.#placeholders.keys()].toSorted((a, b) => b.length - a.length)
    this.#any = new RegExp(longestFirst.map(escapeRegExp).join('|'), 'g')
  }

  /** In one pass: what a placeholder says is not a value to be hidden again. */
  text(text: string): string {
    return text.replaceAll(this.#any, (value) => this.#placeholders.get(value) ?? value)
  }

  /** The same for every string in a JSON value; the value itself when there is nothing to hide. */
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
