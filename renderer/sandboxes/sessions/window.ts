const KEY = 'orrery-window'

/** This window's id, stable across reloads: it shows notifications for commands sent from here. */
export const thisWindow: string = nameOfWindow()

function nameOfWindow(): string {
  const known = sessionStorage.getItem(KEY)
  const name = known ?? crypto.randomUUID().slice(0, 8)
  sessionStorage.setItem(KEY, name)
  return name
}
