import type { Tab } from '#shared/documents/query.ts'
import { calledNow } from '../../i18n/called.ts'

export const newId = (): string => crypto.randomUUID()

/** The first unused `Query n`. */
export function freeTitle(tabs: readonly Tab[], base: (number: number) => string): string {
  const taken = new Set(tabs.map((tab) => tab.title))
  for (let number = 1; ; number++) if (!taken.has(base(number))) return base(number)
}

/** A title that was given by number, in any language of the page. */
const NUMBERED = /^(?:Query|查询) (\d+)$/

/** A title as shown: one given by number, or by us, is in the page's language. */
export function shownTitle(tab: Pick<Tab, 'title' | 'called'>, base: (number: number) => string): string {
  const [, number] = NUMBERED.exec(tab.title) ?? []
  return number === undefined ? calledNow(tab) : base(Number(number))
}

/** A title from the text's first words, for tabs opened with a query. */
export function titleOf(text: string): string | undefined {
  const line = text
    .split('\n')
    .map((candidate) => candidate.trim())
    .find((candidate) => candidate !== '' && !/^(--|\/\/)/.test(candidate))
  if (line === undefined) return undefined
  return line.length > 28 ? `${line.slice(0, 27)}…` : line
}
