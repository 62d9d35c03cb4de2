/**
 * The loopback host name for pages of sandboxes and MCP apps, always different from the workbench's own.
 * Cookies are per host, whatever the port: under the same name, such a page's server would receive the
 * workbench's session cookie and could act as its user. Both hosts' CSP allows only this name in frames
 * (`frame-src` of electron/web/server.ts and electron/shell/protocol.ts).
 */
export const otherLoopback = (own: string): string => (own === '127.0.0.1' ? 'localhost' : '127.0.0.1')

/**
 * The `credentialless` iframe attribute: no cookies or storage of the user, where the browser supports it.
 * React's types lack it.
 */
export const CREDENTIALLESS = { credentialless: '' } as const
