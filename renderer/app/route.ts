import { create } from 'zustand'
import { addressOf, readAddress } from './address.ts'
import { arrivalOf, isPresent } from './arrival.ts'
import { benchById, hostOf, ownBenches } from './bench.ts'

interface RouteState {
  /** Id of the bench in front. */
  readonly bench: string
  /** Benches that were opened; they stay mounted, so that nothing is lost by looking elsewhere. */
  readonly opened: readonly string[]
  /** The bench inside the one in front that was asked for last; its host shows it and puts it back to nothing. */
  readonly inside: string | undefined
}

export const useRoute = create<RouteState>(() => ({ bench: '', opened: [], inside: undefined }))

/** Where the browser notes that the page that greets was closed: the address is read before the settings are. */
export const START_CLOSED = 'orrery-start-closed'

function benchOfHash(): string {
  const id = readAddress(location.hash).bench
  const own = ownBenches()
  const greets = localStorage.getItem(START_CLOSED) === null
  const first = own.find(({ place }) => place === (greets ? 'home' : 'main'))
  return (own.find((bench) => bench.id === id) ?? first)?.id ?? ''
}

function show(bench: string): void {
  useRoute.setState(({ opened }) => ({ bench, opened: opened.includes(bench) ? opened : [...opened, bench] }))
}

/** Shows what the address names, and follows it. The code of that bench is fetched while the frame around it is drawn. */
export function followAddress(): void {
  showAddress()
  // What cannot be fetched is shown where the bench would be.
  benchById(useRoute.getState().bench)
    ?.view.load()
    .catch(() => undefined)
  window.addEventListener('hashchange', showAddress)
}

function showAddress(): void {
  const bench = benchOfHash()
  // An address that names nothing does not stay.
  if (location.hash !== '' && readAddress(location.hash).bench !== bench)
    history.replaceState(null, '', addressOf(bench))
  show(bench)
}

/**
 * Opens a bench and waits until it is mounted and in front, so that its handlers are there and its fields can take the focus. The
 * address changes with it, so that a reload comes back here. Rejects when the bench's code cannot be fetched.
 */
export async function openBench(id: string): Promise<void> {
  const bench = benchById(id)
  if (bench === undefined || isPresent(id)) return
  const host = hostOf(bench)
  const arrived = arrivalOf(id, Promise.all([bench.view.load(), benchById(host)?.view.load()]))
  if (useRoute.getState().bench !== host) location.hash = addressOf(host)
  show(host)
  if (host !== id) useRoute.setState({ inside: id })
  await arrived
}
