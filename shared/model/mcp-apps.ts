/**
 * MCP Apps (https://github.com/modelcontextprotocol/ext-apps): the extension by which a server provides a
 * page that the host shows beside a tool's answer.
 */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
/** The only page type defined so far. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app'
/** Protocol version of the messages between page and host. */
export const APPS_VERSION = '2026-01-26'
/** Scheme of app page URIs. */
export const APP_SCHEME = 'ui://'
