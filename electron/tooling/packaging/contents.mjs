/**
 * The files of `dist/` that each program needs. Packages built by our scripts read this list; for those built
 * from a declarative file (`electron-builder.yml`, `Containerfile`) tests compare the two.
 */

/** The plan runner (`--telemetry`) and the result page lie beside the server, which works without them. */
export const MODEL_SERVER = ['model-server.mjs', 'model-telemetry.mjs', 'graph-app.html']
export const SERVERS = [...MODEL_SERVER, 'sandbox-server.mjs', 'sandbox-kubernetes.mjs', 'plugin-thread.mjs']
/** Programs that a host starts as separate processes. */
export const HOSTED = [...SERVERS, 'players.mjs']
export const WEB_HOST = [...HOSTED, 'orrery.mjs', 'check.mjs', 'keys.mjs', 'mcp.mjs', 'web.mjs', 'page']
