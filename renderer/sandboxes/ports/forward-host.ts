/**
 * The loopback name under which a forwarded page is shown: never the one the workbench itself is open under. A browser keeps
 * cookies by host, whatever the port, so under the same name the sandbox's server would be sent the workbench's session and
 * could act as its user. The policies of both hosts let no frame in but this name's (`frame-src` of electron/web/server.ts and
 * electron/shell/protocol.ts).
 */
export const forwardHost = (own: string): string => (own === '127.0.0.1' ? 'localhost' : '127.0.0.1')

/** The address of a forwarded port on this machine, for a page served under `own`. */
export const forwardUrl = (own: string, localPort: number, path = '/'): string =>
  `http://${forwardHost(own)}:${localPort}/${path.replace(/^\/+/, '')}`

/**
 * What a page of a sandbox may do in its panel. It never gets at the workbench, opens windows, leaves its panel or downloads.
 * Without an origin of its own it has neither cookies nor storage, and is a stranger even to its own server; `ownOrigin` gives it
 * one, which is safe because that is never the workbench's ({@link forwardHost}): it cannot take its own sandbox off.
 */
export const frameSandbox = (ownOrigin: boolean): string =>
  `allow-scripts allow-forms${ownOrigin ? ' allow-same-origin' : ''}`
