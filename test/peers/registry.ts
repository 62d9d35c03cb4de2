import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fetchTrusting } from '../../electron/node/outgoing.ts'
import { sharedFolder } from '../temporary-folder.ts'
import { ISSUER, READER, SERVICE, tlsFile, type TokenServer } from './registry-tokens.ts'

export { READER }

/** How a registry is set up besides. */
export interface RegistrySetting {
  /** With the certificate of `test/fixtures/tls`. */
  readonly isTls?: boolean
  /** It wants tokens of this server instead of passwords. */
  readonly tokens?: TokenServer
}

/** Debian's docker-registry, which only {@link READER} may use, and a slow way to it. */
export interface RealRegistry {
  readonly port: number
  /** Passes on some 2 MB in a second. */
  readonly slowPort: number
  tags(repository: string): Promise<readonly string[]>
  close(): void
}

const BYTES_PER_MS = 2000

export async function startRealRegistry(
  port: number,
  slowPort: number,
  { isTls = false, tokens }: RegistrySetting = {},
): Promise<RealRegistry> {
  const folder = sharedFolder()
  // bcrypt, which the registry wants, is in the C library of Debian, and Perl is on every one.
  const hash = execFileSync('perl', [
    '-e',
    'print crypt($ARGV[0], q($2y$05$abcdefghijklmnopqrstuu))',
    READER.password,
  ])
  writeFileSync(join(folder, 'users'), `${READER.username}:${hash.toString()}\n`)
  const settings = {
    version: 0.1,
    log: { level: 'error' },
    storage: { filesystem: { rootdirectory: join(folder, 'data') } },
    http: {
      addr: `127.0.0.1:${port}`,
      ...(isTls ? { tls: { certificate: tlsFile('server.pem'), key: tlsFile('server.key') } } : {}),
    },
    auth: tokens
      ? {
          token: {
            realm: tokens.realm,
            service: SERVICE,
            issuer: ISSUER,
            rootcertbundle: tlsFile('ca.pem'),
          },
        }
      : { htpasswd: { realm: 'tests', path: join(folder, 'users') } },
  }
  writeFileSync(join(folder, 'registry.yml'), JSON.stringify(settings))
  const registry: ChildProcess = spawn('docker-registry', ['serve', join(folder, 'registry.yml')], {
    stdio: 'ignore',
  })
  const slow = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.pipe(far)
    far.on('end', () => near.end())
    far.on('data', (bytes) => {
      near.write(bytes)
      far.pause()
      setTimeout(() => far.resume(), bytes.length / BYTES_PER_MS)
    })
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  slow.listen(slowPort, '127.0.0.1')
  await once(slow, 'listening')
  const basic = `Basic ${Buffer.from(`${READER.username}:${READER.password}`).toString('base64')}`
  const { fetch, close } = fetchTrusting(tlsFile('ca.pem'))
  const ask = (path: string): Promise<Response> => {
    const [repository = ''] = path.split('/tags/')
    const authorization = tokens ? `Bearer ${tokens.token(`repository:${repository}:pull`)}` : basic
    const scheme = isTls ? 'https' : 'http'
    return fetch(`${scheme}://127.0.0.1:${port}/v2/${path}`, { headers: { authorization } })
  }
  for (let left = 100; !(await ask('').catch(() => undefined)); left--) {
    if (left === 0) throw new Error('docker-registry does not answer')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    port,
    slowPort,
    tags: async (repository) => {
      const { tags } = (await (await ask(`${repository}/tags/list`)).json()) as { tags?: readonly string[] }
      return tags ?? []
    },
    close: () => {
      registry.kill()
      slow.close()
      close()
    },
  }
}
