/**
 * The loopback name under which pages of sandboxes and apps of servers are shown: never the one the workbench itself is open under. A
 * browser keeps cookies by host, whatever the port, so under the same name whoever gives the page would be sent the workbench's session
 * and could act as its user. The policies of both hosts let no frame in but this name's (`frame-src` of electron/web/server.ts and
 * electron/shell/protocol.ts).
 */
export const otherLoopback = (own: string): string => (own === '127.0.0.1' ? 'localhost' : '127.0.0.1')

/** A frame without the person's cookies and storage, where the browser knows such; React's types do not yet. */
export const CREDENTIALLESS = { credentialless: '' } as const
