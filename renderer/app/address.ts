import { use, useEffect, useRef } from 'react'
import { FrontContext } from '../ui/landmark.ts'

/**
 * A bench, a place in it, and the connection that the bench uses unless the place implies it, as the URL hash encodes them:
 * `#/sandboxes/local%2Fbox-1/files` is the files of a sandbox, `#/explorer/model?connection=incident` the model of a connection.
 */
interface Address {
  readonly bench: string | undefined
  readonly place: readonly string[]
  readonly connection?: string
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
  const [, bench, rest = '', query] = /^#\/([a-z]+)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(hash) ?? []
  const connection = new URLSearchParams(query).get('connection') || undefined
  const place = rest.split('/').filter(Boolean).map(decode)
  return { bench, place, connection }
}

export function writeAddress(bench: string, place: readonly string[] = [], connection?: string): string {
  const path = `#/${[bench, ...place.map(encodeURIComponent)].join('/')}`
  return connection ? `${path}?${new URLSearchParams({ connection }).toString()}` : path
}

/** The current place of each bench and its connection, restored in the URL when the bench becomes active again. */
const places = new Map<string, Pick<Address, 'place' | 'connection'>>()
/** The connection of each bench as it is now: one chosen while the bench was not in front stays chosen. */
const connections = new Map<string, string | undefined>()

/** Where a bench was left: a place of another connection than the present one, such as its selection, is left out. */
export function addressOf(bench: string): string {
  const left = places.get(bench)
  const connection = connections.get(bench)
  return writeAddress(bench, left?.connection === connection ? left?.place : [], connection)
}

/** Whether an address asks for more than a bench. */
const namesSomething = ({ place, connection }: Address): boolean =>
  place.length > 0 || connection !== undefined

/** Whether the user did something since the last history entry. */
let isUserStep = true

/** What comes next is a step of the user's, which Back undoes. */
export const beginStep = (): void => {
  isUserStep = true
}

/** The user's step has its history entry: what a bench shows on the way to it replaces that entry. */
export const endStep = (): void => {
  isUserStep = false
}

/** Calls {@link beginStep} for everything that a user does on the page. */
export function followSteps(): void {
  for (const type of ['pointerdown', 'click', 'keydown', 'input', 'drop'])
    window.addEventListener(type, beginStep, { capture: true, passive: true })
  window.addEventListener('hashchange', endStep)
}

/**
 * Decides between a new history entry and replacing the current one: a more specific form of the same place
 * replaces, and so does a place that the user did not ask for, such as the former one of a bench that opens with another.
 */
export function stepTo(shown: string, hash: string, isStep = true): 'pushState' | 'replaceState' | undefined {
  if (shown === hash) return undefined
  const [to, from] = [readAddress(shown), readAddress(hash)]
  const isMoreExact =
    from.place.every((part, i) => part === to.place[i]) &&
    (from.connection === undefined || from.connection === to.connection)
  return !isStep || to.bench !== from.bench || from.place.length === 0 || isMoreExact
    ? 'replaceState'
    : 'pushState'
}

/**
 * Whether another bench was requested, or another place of this one: the address is neither the one last written nor the one
 * last followed. The hashchange event is still pending, so the address must not be overwritten with the old
 * place.
 */
export function isNavigationPending(settled: string | undefined, hash: string, bench: string): boolean {
  const address = readAddress(hash)
  if (address.bench !== undefined && address.bench !== bench) return true
  return settled !== undefined && settled !== hash && namesSomething(address)
}

/** What following an address answers if what it names is not here: then the address says what is shown instead. */
export const INSTEAD = 'instead'

/**
 * Syncs a bench's place and connection with the URL, so that back, forward, reload and copied links work, and shows the
 * place in the URL once the bench is `ready`. The first place replaces the bare address; later ones add history entries.
 * `go` returns false if the bench must first become ready for another connection; it is then called again. It may return
 * {@link INSTEAD}, also later.
 */
export function useAddress(
  bench: string,
  shown: readonly (string | undefined)[],
  go: (place: readonly string[], connection?: string) => unknown,
  ready = true,
  connection?: string,
): void {
  const front = use(FrontContext)
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  // The path ends at the first part that is not known yet.
  const missing = shown.indexOf(undefined)
  const place = writeAddress(
    bench,
    (missing < 0 ? shown : shown.slice(0, missing)) as readonly string[],
    connection,
  )
  const present = useRef(place)
  useEffect(() => {
    present.current = place
  })
  /** The address followed in this commit; the previous place must not overwrite it. */
  const followed = useRef<string>(undefined)
  /** The address this bench last wrote or followed. */
  const settled = useRef<string>(undefined)

  useEffect(() => {
    connections.set(bench, connection)
  }, [bench, connection])

  useEffect(() => {
    if (!front || !ready) return undefined
    const follow = (): void => {
      const { hash } = location
      settled.current = hash
      const address = readAddress(hash)
      if (address.bench !== bench || !namesSomething(address)) return
      const settle = (answer: unknown): void => {
        if (answer !== INSTEAD || location.hash !== hash) return
        history.replaceState(null, '', present.current)
        settled.current = location.hash
      }
      const answer = latest.current(address.place, address.connection)
      if (answer === false) settled.current = undefined
      else if (answer instanceof Promise) void answer.then(settle, () => undefined)
      else settle(answer)
    }
    // An address that was followed before says nothing about what was chosen since.
    if (settled.current !== location.hash) {
      followed.current = location.hash
      follow()
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [bench, front, ready])

  useEffect(() => {
    if (!front || !ready) return
    places.set(bench, readAddress(place))
    const now = readAddress(location.hash)
    // An address with nothing but the connection that is used asks for no other place.
    const asks = now.connection === connection ? now.place.length > 0 : namesSomething(now)
    const address =
      isNavigationPending(settled.current, location.hash, bench) ||
      (followed.current === location.hash && asks)
    followed.current = undefined
    const step = address ? undefined : stepTo(place, location.hash, isUserStep)
    if (step !== undefined) history[step](null, '', place)
    if (step === 'pushState') endStep()
    if (!address) settled.current = location.hash
  }, [bench, connection, front, place, ready])
}
