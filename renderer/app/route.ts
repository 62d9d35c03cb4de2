import { create } from 'zustand'
import { addressOf, beginStep, endStep, followSteps, readAddress, writeAddress } from './address.ts'
import { arrivalOf, isPresent } from './arrival.ts'
import { text } from '../i18n/text.ts'
import { benchById, hostOf, ownBenches } from './bench.ts'
import { showRemark } from './remark-store.ts'

interface RouteState {
  /** Id of the active bench. */
  readonly bench: string
  /** Benches opened so far; they stay mounted, so that switching loses no state. */
  readonly opened: readonly string[]
  /** The nested bench requested last; its host shows it and resets this to undefined. */
  readonly inside: string | undefined
}

export const useRoute = create<RouteState>(() => ({ bench: '', opened: [], inside: undefined }))

/**
 * localStorage key that records that the start page was closed: the address is read before the settings are.
 */
export const START_CLOSED = 'orrery-start-closed'

function benchOfHash(): string {
  const id = readAddress(location.hash).bench
  const own = ownBenches()
  const greets = localStorage.getItem(START_CLOSED) === null
  const first = own.find(({ place }) => place === (greets ? 'home' : 'main'))
  return (own.find((bench) => bench.id === id) ?? first)?.id ?? ''
}

function show(bench: string): void {
  if (useRoute.getState().bench !== bench) showRemark(undefined)
  useRoute.setState(({ opened }) => ({ bench, opened: opened.includes(bench) ? opened : [...opened, bench] }))
}

/** Shows what the address names and follows it. Preloads that bench's code while the frame renders. */
export function followAddress(): void {
  showAddress()
  // A load error is shown in the bench's place.
  benchById(useRoute.getState().bench)
    ?.view.load()
    .catch(() => undefined)
  window.addEventListener('hashchange', showAddress)
  followSteps()
}

/** A bench that the address does not name; undefined if there is one, or if it names none. */
export function unknownPlace(hash: string): string | undefined {
  const asked = hash.replace(/^#\/?/, '')
  const { bench } = readAddress(hash)
  return asked === '' || (bench !== undefined && benchById(bench)) ? undefined : asked
}

function showAddress(): void {
  const bench = benchOfHash()
  const { hash } = location
  // Replace an address that names nothing.
  if (hash !== '' && readAddress(hash).bench !== bench) history.replaceState(null, '', addressOf(bench))
  show(bench)
  const unknown = unknownPlace(hash)
  if (unknown !== undefined)
    showRemark({ tone: 'bad', text: () => text('app.link.unknown', { address: unknown.slice(0, 80) }) })
}

/**
 * Opens a bench and waits until it is mounted and active, so that its handlers are registered and its fields
 * can take focus. Updates the address, so that a reload comes back here: with the place that the bench shows, or
 * without one if the caller is about to choose another, which following the earlier place would undo. Rejects if
 * the bench's code cannot be loaded.
 */
export async function openBench(id: string, { anotherPlace = false } = {}): Promise<void> {
  const bench = benchById(id)
  // What shows another place of this bench, possibly from outside the page, is a step.
  beginStep()
  if (bench === undefined || isPresent(id)) return
  const host = hostOf(bench)
  const arrived = arrivalOf(id, Promise.all([bench.view.load(), benchById(host)?.view.load()]))
  if (useRoute.getState().bench !== host) {
    location.hash = anotherPlace ? writeAddress(host) : addressOf(host)
    endStep()
  }
  show(host)
  if (host !== id) useRoute.setState({ inside: id })
  await arrived
}
