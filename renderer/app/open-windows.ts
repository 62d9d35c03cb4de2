/**
 * Windows that show the same workbench, told apart by a lock that each holds as long as its page lives: the browser lets it go
 * however the page ends.
 */

/** This window's name; another one after a reload. */
export const thisWindow: string = crypto.randomUUID().slice(0, 8)

const lockOf = (window: string): string => `orrery-window-${window}`

/** Holds this window's lock until the page is gone. Resolves when it is held. */
export function holdWindow(): Promise<void> {
  return new Promise((resolve) => {
    const hold = (): Promise<never> => {
      resolve()
      return new Promise(() => undefined)
    }
    void navigator.locks.request(lockOf(thisWindow), hold)
  })
}

/** Tells of the windows, as they are now, whether their page is there. */
export async function openWindows(): Promise<(window: string) => boolean> {
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  return (window) => names.has(lockOf(window))
}

/** Does a work while no other window does one of the same name. */
export function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`orrery-${name}`, work) as Promise<T>
}
