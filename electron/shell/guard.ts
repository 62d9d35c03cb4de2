import { app, shell, type Session, type WebContents } from 'electron'
import { APP_ORIGIN } from './protocol.ts'

/**
 * Permissions that the page may use; all others are denied (Electron's checklist, item 5). Clipboard reading
 * is for opening a link from it. Chromium counts a frame on a loopback port as use of the loopback network;
 * the page's policy limits frames to sandbox ports.
 */
const ALLOWED_PERMISSIONS = new Set([
  'clipboard-sanitized-write',
  'clipboard-read',
  'notifications',
  'loopback-network',
])
/** Schemes that may be opened in external programs (item 15). */
const OPENABLE = new Set(['http:', 'https:', 'mailto:'])

export function isOwnPage(url: string): boolean {
  return url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`)
}

export function mayOpen(url: string): boolean {
  return URL.canParse(url) && OPENABLE.has(new URL(url).protocol)
}

/** Whether a frame inside our page may show an address: only a sandbox port on this machine. */
export function mayFrame(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  return protocol === 'http:' && hostname === '127.0.0.1' && port !== '' && username + password === ''
}

interface PermissionRequest {
  readonly isMainFrame: boolean
  readonly isDirectory?: boolean | undefined
  readonly fileAccessType?: string | undefined
}

/** Whether a page has a permission. A frame inside ours, which shows a sandbox's page, has none. */
function mayHave(permission: string, page: string, origin: string, request: PermissionRequest): boolean {
  if (!isOwnPage(page) || !isOwnPage(origin)) return false
  // Large downloads are written to the file that the user chose in the system's dialog; Chromium reports no
  // frame for these.
  if (permission === 'fileSystem')
    return request.isDirectory === false && request.fileAccessType === 'writable'
  return request.isMainFrame && ALLOWED_PERMISSIONS.has(permission)
}

/** Denies every permission that the workbench does not need. */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    callback(mayHave(permission, contents.getURL(), details.requestingUrl, details))
  })
  session.setPermissionCheckHandler((contents, permission, origin, details) =>
    mayHave(permission, contents?.getURL() ?? '', origin, details),
  )
  session.setDevicePermissionHandler(() => false)
}

/** Blocks navigation of our page, and of its frames to anything but a sandbox's page. */
function stay(event: { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void }): void {
  if (event.isMainFrame ? !isOwnPage(event.url) : !mayFrame(event.url)) event.preventDefault()
}

/** Shows only our own page, blocks new windows, and limits frames to sandbox pages. */
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

/** Applies {@link guardContents} to all current and future web contents. */
export function guardAll(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
}
