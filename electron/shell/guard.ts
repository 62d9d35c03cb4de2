import { app, shell, type Session, type WebContents } from 'electron'
import { APP_ORIGIN } from './protocol.ts'

/** What the page may ask of the system; everything else is refused (Electron's checklist, item 5). */
const ALLOWED_PERMISSIONS = new Set(['clipboard-sanitized-write', 'notifications'])
/** Schemes that may be opened outside (item 15). */
const OPENABLE = new Set(['http:', 'https:', 'mailto:'])

export function isOwnPage(url: string): boolean {
  return url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`)
}

export function mayOpen(url: string): boolean {
  return URL.canParse(url) && OPENABLE.has(new URL(url).protocol)
}

/** Refuses every permission that the workbench has no use for. */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, callback) => {
    callback(isOwnPage(contents.getURL()) && ALLOWED_PERMISSIONS.has(permission))
  })
  session.setPermissionCheckHandler(
    (contents, permission) => isOwnPage(contents?.getURL() ?? '') && ALLOWED_PERMISSIONS.has(permission),
  )
  session.setDevicePermissionHandler(() => false)
}

/** No page but ours is ever shown, no window is opened by a page, nothing is embedded. */
export function guardContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
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
