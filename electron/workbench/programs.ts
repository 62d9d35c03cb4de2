import { join } from 'node:path'
import type { Programs } from './host.ts'

/** Environment variables passed to servers; the others, and any secret in them, are withheld. */
const PASSED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  // Windows programs use these to locate themselves and their data; npx fails without them.
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'USERNAME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramFiles',
  'XDG_RUNTIME_DIR',
  'DOCKER_HOST',
  // Corporate proxies and certificate authorities.
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NODE_USE_ENV_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

function passedEnvironment(): Record<string, string> {
  return Object.fromEntries(PASSED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** The two servers in `folder`, run by the current Node; in Electron its own binary acts as Node. */
export function nodePrograms(folder: string): Programs {
  const foreignEnv = passedEnvironment()
  return {
    node: process.execPath,
    env: { ...foreignEnv, ...(process.versions['electron'] ? { ELECTRON_RUN_AS_NODE: '1' } : {}) },
    foreignEnv,
    modelServer: join(folder, 'model-server.mjs'),
    sandboxServer: join(folder, 'sandbox-server.mjs'),
    players: join(folder, 'players.mjs'),
  }
}
