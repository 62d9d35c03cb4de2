const KEY = 'orrery-window'

/** This window's name, also after a reload: it tells the person of the end of what was sent here. */
export const thisWindow: string = nameOfWindow()

function nameOfWindow(): string {
  const known = sessionStorage.getItem(KEY)
  const name = known ?? crypto.randomUUID().slice(0, 8)
  sessionStorage.setItem(KEY, name)
  return name
}
