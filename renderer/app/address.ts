import { use, useEffect, useRef } from 'react'
import { FrontContext } from '../ui/landmark.ts'

/** What an address names: a bench, and a place in it. `#/sandboxes/local%2Fbox-1/files` is the files of a sandbox. */
interface Address {
  readonly bench: string | undefined
  readonly place: readonly string[]
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Reads the part behind `#`; what is not an address names nothing. */
export function readAddress(hash: string): Address {
  const [, bench, rest = ''] = /^#\/([a-z]+)(?:\/([^?]*))?/.exec(hash) ?? []
  return { bench, place: rest.split('/').filter(Boolean).map(decode) }
}

export const writeAddress = (bench: string, place: readonly string[] = []): string =>
  `#/${[bench, ...place.map(encodeURIComponent)].join('/')}`

/** What each bench shows, to be in the address again when it comes back to the front. */
const places = new Map<string, readonly string[]>()

export const addressOf = (bench: string): string => writeAddress(bench, places.get(bench))

/** How the address comes to name what is shown: a step to go back from, or only more exactly what it named already. */
export function stepTo(shown: string, hash: string): 'pushState' | 'replaceState' | undefined {
  if (shown === hash) return undefined
  const bare = readAddress(hash)
  const same = bare.bench === readAddress(shown).bench
  return !same || bare.place.length === 0 || shown.startsWith(`${hash}/`) ? 'replaceState' : 'pushState'
}

/**
 * Whether somebody has just asked for another place of a bench: the address is neither the one that was written nor the one that was
 * followed last. The event that follows it is on its way, and what was shown before must not be written over it.
 */
export function isAskedAnew(settled: string | undefined, hash: string, bench: string): boolean {
  if (settled === undefined || settled === hash) return false
  const asked = readAddress(hash)
  return asked.bench === bench && asked.place.length > 0
}

/**
 * Keeps what a bench shows in the address, so that back and forward, a reload and a copied link lead to it; and shows what the
 * address names, once the bench is `ready` for it. What is shown first replaces the bare address; what is shown next is a step to go
 * back from.
 */
export function useAddress(
  bench: string,
  shown: readonly (string | undefined)[],
  go: (place: readonly string[]) => void,
  ready = true,
): void {
  const front = use(FrontContext)
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  // A place ends where something is not known yet.
  const missing = shown.indexOf(undefined)
  const place = writeAddress(bench, (missing < 0 ? shown : shown.slice(0, missing)) as readonly string[])
  /** The address that was followed in this very commit; what was shown before it does not take its place. */
  const followed = useRef<string>(undefined)
  /** The address as this bench left or followed it. */
  const settled = useRef<string>(undefined)

  useEffect(() => {
    if (!front || !ready) return undefined
    const follow = (): void => {
      settled.current = location.hash
      const asked = readAddress(location.hash)
      if (asked.bench === bench && asked.place.length > 0) latest.current(asked.place)
    }
    followed.current = location.hash
    follow()
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [bench, front, ready])

  useEffect(() => {
    if (!front || !ready) return
    places.set(bench, readAddress(place).place)
    const asked =
      isAskedAnew(settled.current, location.hash, bench) ||
      (followed.current === location.hash && readAddress(location.hash).place.length > 0)
    followed.current = undefined
    const step = asked ? undefined : stepTo(place, location.hash)
    if (step !== undefined) history[step](null, '', place)
    if (!asked) settled.current = location.hash
  }, [bench, front, place, ready])
}
