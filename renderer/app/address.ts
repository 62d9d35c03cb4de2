import { use, useEffect, useRef } from 'react'
import { FrontContext } from '../ui/landmark.ts'

/**
 * A bench and a place in it, as the URL hash encodes them: `#/sandboxes/local%2Fbox-1/files` is the files of
 * a sandbox.
 */
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

/** Parses the part behind `#`; returns an empty address for anything malformed. */
export function readAddress(hash: string): Address {
  const [, bench, rest = ''] = /^#\/([a-z]+)(?:\/([^?]*))?/.exec(hash) ?? []
  return { bench, place: rest.split('/').filter(Boolean).map(decode) }
}

export const writeAddress = (bench: string, place: readonly string[] = []): string =>
  `#/${[bench, ...place.map(encodeURIComponent)].join('/')}`

/** The current place of each bench, restored in the URL when the bench becomes active again. */
const places = new Map<string, readonly string[]>()

export const addressOf = (bench: string): string => writeAddress(bench, places.get(bench))

/**
 * Decides between a new history entry and replacing the current one: a more specific form of the same place
 * replaces.
 */
export function stepTo(shown: string, hash: string): 'pushState' | 'replaceState' | undefined {
  if (shown === hash) return undefined
  const bare = readAddress(hash)
  const same = bare.bench === readAddress(shown).bench
  return !same || bare.place.length === 0 || shown.startsWith(`${hash}/`) ? 'replaceState' : 'pushState'
}

/**
 * Whether another place of the bench was requested: the address is neither the one last written nor the one
 * last followed. The hashchange event is still pending, so the address must not be overwritten with the old
 * place.
 */
export function isAskedAnew(settled: string | undefined, hash: string, bench: string): boolean {
  if (settled === undefined || settled === hash) return false
  const asked = readAddress(hash)
  return asked.bench === bench && asked.place.length > 0
}

/**
 * Syncs a bench's place with the URL, so that back, forward, reload and copied links work, and shows the
 * place in the URL once the bench is `ready`. The first place replaces the bare address; later ones add
 * history entries.
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
  // The path ends at the first part that is not known yet.
  const missing = shown.indexOf(undefined)
  const place = writeAddress(bench, (missing < 0 ? shown : shown.slice(0, missing)) as readonly string[])
  /** The address followed in this commit; the previous place must not overwrite it. */
  const followed = useRef<string>(undefined)
  /** The address this bench last wrote or followed. */
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
