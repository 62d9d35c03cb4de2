/**
 * The files of `dist/` that a package needs, by the program that it brings. The packages that are made by programs of ours take their files from
 * here; those that are made from a text (`electron-builder.yml`, `Containerfile`) are compared with it by their tests.
 */

/** What runs plans (`--telemetry`) and the page of an answer lie beside the server, which does without where they are not there. */
export const MODEL_SERVER = ['model-server.mjs', 'model-telemetry.mjs', 'graph-app.html']
export const SERVERS = [...MODEL_SERVER, 'sandbox-server.mjs', 'sandbox-kubernetes.mjs', 'plugin-thread.mjs']
/** What a host starts as processes of their own. */
export const HOSTED = [...SERVERS, 'players.mjs']
export const WEB_HOST = [...HOSTED, 'orrery.mjs', 'check.mjs', 'keys.mjs', 'mcp.mjs', 'web.mjs', 'page']
