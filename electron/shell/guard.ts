import { app, shell, type Session, type WebContents } from 'electron'
import { APP_ORIGIN } from './protocol.ts'

/**
 * What the page may ask of the system; everything else is refused (Electron's checklist, item 5). It reads the clipboard when it is
 * told to open a link from there. Chromium counts a frame that shows
 * a port of this machine as a use of the loopback network; the page's policy allows it no other.
 */
const ALLOWED_PERMISSIONS = new Set([
  'clipboard-sanitized-write',
  'clipboard-read',
  'notifications',
  'loopback-network',
])
/** Schemes that may be opened outside (item 15). */
const OPENABLE = new Set(['http:', 'https:', 'mailto:'])

export function isOwnPage(url: string): boolean {
  return url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`)
}

export function mayOpen(url: string): boolean {
  return URL.canParse(url) && OPENABLE.has(new URL(url).protocol)
}

/** Whether a frame inside our page may show an address: that of a sandbox's port on this machine, and nothing else. */
export function mayFrame(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  return protocol === 'http:' && hostname === '127.0.0.1' && port !== '' && username + password === ''
}

interface Asked {
  readonly isMainFrame: boolean
  readonly isDirectory?: boolean | undefined
  readonly fileAccessType?: string | undefined
}

/** Whether a page may have a permission. A frame inside ours, which shows a sandbox's page, gets none. */
function mayHave(permission: string, page: string, origin: string, asked: Asked): boolean {
  if (!isOwnPage(page) || !isOwnPage(origin)) return false
  // A large download is written to the file that the person chose in the system's dialog; Chromium names no frame for it.
  if (permission === 'fileSystem') return asked.isDirectory === false && asked.fileAccessType === 'writable'
  return asked.isMainFrame && ALLOWED_PERMISSIONS.has(permission)
}

/** Refuses every permission that the workbench has no use for. */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    callback(mayHave(permission, contents.getURL(), details.requestingUrl, details))
  })
  session.setPermissionCheckHandler((contents, permission, origin, details) =>
    mayHave(permission, contents?.getURL() ?? '', origin, details),
  )
  session.setDevicePermissionHandler(() => false)
}

/** Stops a navigation of our page to another one, and of a frame inside it to anything but a sandbox's page. */
function stay(event: { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void }): void {
  if (event.isMainFrame ? !isOwnPage(event.url) : !mayFrame(event.url)) event.preventDefault()
}

/** No page but ours is ever shown, no window is opened by a page; a frame inside ours shows pages of sandboxes alone. */
export function guardContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => stay(event))
  contents.on('will-redirect', (event) => stay(event))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpen(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
}

/** Applies {@link guardContents} to every web contents there will ever be. */
export function guardAll(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
}
