import { addressOf, readAddress, writeAddress } from './address.ts'
import { ownBenches } from './bench.ts'
import { useWorkbench } from './workbench.ts'

/** What a link to Orrery leads to: a place of a bench, as its address, or a query that its bench asks about first. */
type LinkTarget =
  { readonly kind: 'place'; readonly hash: string } | { readonly kind: 'query'; readonly link: string }

/** The address under which a browser takes a query in: `#/open?text=…`, with the members of `orrery://query?text=…`. */
const OPEN = /^#\/open\?(.+)$/s

const PLACE = /^orrery:\/\/([^?]+)/

/**
 * Reads a link as it was copied: `orrery://query?…` and `orrery://explorer/model/…` of the desktop app, or the address of a page,
 * whole or from its `#` on. Undefined when it leads nowhere.
 */
export function readLink(copied: string): LinkTarget | undefined {
  const link = copied.trim()
  const hash = link.includes('#/') ? link.slice(link.indexOf('#/')) : undefined
  const asked = hash === undefined ? undefined : OPEN.exec(hash)?.[1]
  if (asked !== undefined) return { kind: 'query', link: `orrery://query?${asked}` }
  if (/^orrery:\/\/query\/?\?/.test(link)) return { kind: 'query', link }
  const { bench, place } = readAddress(hash ?? `#/${PLACE.exec(link)?.[1] ?? ''}`)
  const isBench = ownBenches().some(({ id }) => id === bench)
  return bench !== undefined && isBench ? { kind: 'place', hash: writeAddress(bench, place) } : undefined
}

const isDesktop = (): boolean => useWorkbench.getState().capabilities?.host === 'desktop'

const pageAddress = (): string => location.origin + location.pathname

/** The link that leads to what a bench shows, or to a place of it. */
export function linkToPlace(bench: string, place?: readonly string[]): string {
  const address = place ? writeAddress(bench, place) : addressOf(bench)
  return isDesktop() ? `orrery://${address.slice(2)}` : pageAddress() + address
}

/** `orrery://query?…` as the desktop app opens it, or as this browser does. */
export const linkToQuery = (link: string): string =>
  isDesktop() ? link : `${pageAddress()}#/open${link.slice(link.indexOf('?'))}`

/** Takes `#/open?…` out of the address, so that a reload does not ask again. @returns the link that it was */
export function takeLinkOfAddress(): string | undefined {
  const { hash } = location
  if (!OPEN.test(hash)) return undefined
  history.replaceState(null, '', writeAddress('query'))
  return hash
}
