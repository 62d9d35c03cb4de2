/** How to reach a sandbox platform. Only `baseUrl` is required; the rest is for deployments that differ. */
export interface PlatformOptions {
  /** Scheme, host, port and optionally a path before the API's own, for example `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  /** Base URL of the proxy role's operations ({@link PROXY_OPERATIONS}); default `baseUrl`. */
  readonly proxyUrl?: string | undefined
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string | undefined
  /** Additional headers: `X-User-Id`, `X-Namespace`, `X-Cluster`, or those of a gateway. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default {@link basePath}. */
  readonly basePath?: string | undefined
  /** Operations with another path below the base path. */
  readonly paths?: Partial<Readonly<Record<OperationName, string>>> | undefined
  /** Timeout in milliseconds for calls without their own. Default 30 s. */
  readonly timeout?: number | undefined
}

export const basePath = '/apis/envs/sandbox/v1'

/**
 * Every operation used, by its path below the base path. The second group are extensions of Orrery's server.
 */
export const operationPaths = {
  start: '/start',
  startAsync: '/start_async',
  status: '/get_status',
  alive: '/is_alive',
  statistics: '/get_sandbox_statistics',
  execute: '/execute',
  createSession: '/create_session',
  run: '/run_in_session',
  closeSession: '/close_session',
  readFile: '/read_file',
  writeFile: '/write_file',
  upload: '/upload',
  stop: '/stop',
  delete: '/delete',
  restart: '/restart',
  commit: '/commit',
  list: '/sandboxes',
  batch: '/sandboxes/batch',

  listAll: '/all_sandboxes',
  follow: '/follow_session',
  interrupt: '/interrupt_session',
  write: '/write_session',
  resize: '/resize_session',
  sessions: '/sessions',
  terminal: '/terminal',
  images: '/images',
  deleteImage: '/images/delete',
  importImage: '/images/import',
  connections: '/connections',
  setNetwork: '/set_network',
  pause: '/pause',
  resume: '/resume',
  ports: '/ports',
  usageHistory: '/usage_history',
  audit: '/audit',
  download: '/download',
  listFolder: '/list_folder',
  readPart: '/read_part',
} as const

export type OperationName = keyof typeof operationPaths

/** Operations of the proxy role, which are sent there to relieve the admin role (docs/sandbox-platform.md#roles). */
export const PROXY_OPERATIONS: ReadonlySet<OperationName> = new Set([
  'execute',
  'createSession',
  'run',
  'closeSession',
  'readFile',
  'writeFile',
  'upload',
  'commit',
  'list',
  'batch',
])
