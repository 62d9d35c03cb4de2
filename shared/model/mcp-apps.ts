/**
 * The extension by which a server gives a page that a host shows beside a tool's answer: MCP Apps
 * (https://github.com/modelcontextprotocol/ext-apps).
 */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
/** The only kind of page that there is so far. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app'
/** The revision of the messages between a page and its host. */
export const APPS_VERSION = '2026-01-26'
/** Addresses of such pages begin with it. */
export const APP_SCHEME = 'ui://'
