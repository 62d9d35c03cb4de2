import { text } from '../i18n/text.ts'

/** A title that was given by number, in any language of the page. */
const NUMBERED = /^(?:Investigation|调查) (\d+)$/

/** A title as shown: one given by number is in the page's language. */
export function shownTitle(title: string): string {
  const [, number] = NUMBERED.exec(title) ?? []
  return number === undefined ? title : text('investigations.untitled', { number: Number(number) })
}
