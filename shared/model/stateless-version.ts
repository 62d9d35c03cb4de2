/** The revision of MCP without sessions, in which every request says for itself what it needs. */
export const STATELESS_VERSION = '2026-07-28'
