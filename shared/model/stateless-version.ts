/** The MCP revision without sessions, in which every request is self-contained. */
export const STATELESS_VERSION = '2026-07-28'
