/**
 * The loopback name under which a forwarded page is opened: never the one the workbench itself is open under. A browser keeps
 * cookies by host, whatever the port, so under the same name the sandbox's server would be sent the workbench's session and
 * could act as its user. For the same reason the page is opened in the browser and not embedded: `frame-src` stays 'none'.
 */
export const forwardHost = (own: string): string => (own === '127.0.0.1' ? 'localhost' : '127.0.0.1')
