/** Where the key is kept: by origin, port included, so no other program on this machine is sent it or reads it. */
const KEPT = 'orrery-key'

/** The key of this browser's session with the web host; it came with the address that was printed. */
export function sessionKey(): string {
  return localStorage.getItem(KEPT) ?? ''
}

/** Takes a key that the web host gave out of the address, where it must not stay. Called once, at start. */
export function takeSessionKey(): void {
  const address = new URL(location.href)
  const given = address.searchParams.get('key')
  if (given === null) return
  localStorage.setItem(KEPT, given)
  address.searchParams.delete('key')
  history.replaceState(history.state, '', address)
}
