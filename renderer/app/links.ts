import { addressOf, readAddress, writeAddress } from './address.ts'
import { ownBenches } from './bench.ts'
import { useWorkbench } from './workbench.ts'

/**
 * The target of a link: a place in a bench, as its address, or a query that the query bench confirms first.
 */
type LinkTarget =
  { readonly kind: 'place'; readonly hash: string } | { readonly kind: 'query'; readonly link: string }

/** Address form of a query in a browser: `#/open?text=…`, with the parameters of `orrery://query?text=…`. */
const OPEN = /^#\/open\?(.+)$/s

const PLACE = /^orrery:\/\/(.+)/s

/**
 * Parses a copied link: the desktop's `orrery://query?…` and `orrery://explorer/model/…`, or a page address,
 * complete or from `#` on. Returns undefined if it leads nowhere.
 */
export function readLink(copied: string): LinkTarget | undefined {
  const link = copied.trim()
  const hash = link.includes('#/') ? link.slice(link.indexOf('#/')) : undefined
  const query = hash === undefined ? undefined : OPEN.exec(hash)?.[1]
  if (query !== undefined) return { kind: 'query', link: `orrery://query?${query}` }
  if (/^orrery:\/\/query\/?\?/.test(link)) return { kind: 'query', link }
  const { bench, place, connection } = readAddress(hash ?? `#/${PLACE.exec(link)?.[1] ?? ''}`)
  const isBench = ownBenches().some(({ id }) => id === bench)
  return bench !== undefined && isBench
    ? { kind: 'place', hash: writeAddress(bench, place, connection) }
    : undefined
}

const isDesktop = (): boolean => useWorkbench.getState().capabilities?.host === 'desktop'

const pageAddress = (): string => location.origin + location.pathname

/** Returns a link to what a bench shows, or to a given place of it. */
export function linkToPlace(bench: string, place?: readonly string[]): string {
  const address = place ? writeAddress(bench, place) : addressOf(bench)
  return isDesktop() ? `orrery://${address.slice(2)}` : pageAddress() + address
}

/**
 * Converts `orrery://query?…` to the form this host opens: unchanged on the desktop, a page address in a
 * browser.
 */
export const linkToQuery = (link: string): string =>
  isDesktop() ? link : `${pageAddress()}#/open${link.slice(link.indexOf('?'))}`

/**
 * Removes `#/open?…` from the address, so that a reload does not ask again. @returns the link it contained
 */
export function consumeLinkInAddress(): string | undefined {
  const { hash } = location
  if (!OPEN.test(hash)) return undefined
  history.replaceState(null, '', writeAddress('query'))
  return hash
}
