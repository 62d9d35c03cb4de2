import { execFile, spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { asSocket } from '../connect.ts'
import { RuntimeFailure } from '../runtime.ts'

const run = promisify(execFile)

/** Output of an engine's command is small, but a list of images may not be. */
const OUTPUT_BYTES = 16 * 1024 ** 2

/** Variables of the engines' clients: the engine's address, and credentials for it and for registries. */
const NAMES = [
  'PATH',
  'HOME',
  'USER',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'XDG_RUNTIME_DIR',
  'DOCKER_HOST',
  'DOCKER_CONFIG',
  'DOCKER_CONTEXT',
  'DOCKER_TLS',
  'DOCKER_TLS_VERIFY',
  'DOCKER_CERT_PATH',
  'DOCKER_API_VERSION',
  'CONTAINER_HOST',
  'CONTAINER_CONNECTION',
  'CONTAINER_SSHKEY',
  'CONTAINERS_CONF',
  'CONTAINERS_REGISTRIES_CONF',
  'REGISTRY_AUTH_FILE',
  'SSH_AUTH_SOCK',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
]

/** ssh must not prompt on the server's terminal: an unknown host key or a password prompt fails immediately. */
const NO_PROMPTS = { SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'force' }

/** The variables that the engine's client needs from this process's environment. */
export function engineEnvironment(): Record<string, string> {
  const own = NAMES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...NO_PROMPTS, ...Object.fromEntries(own) }
}

/** The last line with a reason; docker's client adds a hint about its help. */
export const lastWords = (stderr: string): string =>
  stderr
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '' && !/^(?:Run|See) '\w+ .*--help'/.test(line)) ?? ''

/** A client for a container engine's command line: docker or podman, which have the same syntax here. */
export class Engine {
  readonly name: 'docker' | 'podman'

  constructor(name: 'docker' | 'podman') {
    this.name = name
  }

  /** Runs an engine command and returns its output. @throws RuntimeFailure with the engine's last line, or the signal's reason */
  async run(
    args: readonly string[],
    { timeout = 60_000, input, signal }: { timeout?: number; input?: string; signal?: AbortSignal } = {},
  ) {
    const pending = run(this.name, [...args], {
      env: engineEnvironment(),
      timeout,
      maxBuffer: OUTPUT_BYTES,
      signal,
    })
    if (input !== undefined) pending.child.stdin?.end(input)
    try {
      return (await pending).stdout.trim()
    } catch (cause) {
      signal?.throwIfAborted()
      const { stderr = '', code, killed } = cause as { stderr?: string; code?: unknown; killed?: boolean }
      if (killed) throw new RuntimeFailure(`${this.name} did not answer within ${timeout / 1000} seconds`)
      throw new RuntimeFailure(lastWords(stderr) || `${this.name} ${args[0]} failed (${String(code)})`)
    }
  }

  /** Like {@link run}, for commands whose failure means false. */
  succeeds(args: readonly string[]): Promise<boolean> {
    return this.run(args).then(
      () => true,
      () => false,
    )
  }

  /** The engine's address, from its client's variables, contexts or connections; undefined for the local default. */
  async endpoint(): Promise<string | undefined> {
    if (this.name === 'docker') {
      const format = ['--format', '{{.Endpoints.docker.Host}}']
      return (await this.run(['context', 'inspect', ...format]).catch(() => '')) || undefined
    }
    const { CONTAINER_HOST: host, CONTAINER_CONNECTION: connection } = process.env
    if (host || !connection) return host || undefined
    const list = ['system', 'connection', 'list', '--format', '{{.Name}} {{.URI}}']
    const lines = (await this.run(list).catch(() => '')).split('\n')
    return lines.map((line) => line.split(/\s+/)).find(([name]) => name === connection)?.[1]
  }

  /** A connection to the engine's API, however its client reaches it; docker only. */
  connection(): Duplex {
    const child = spawn(this.name, ['system', 'dial-stdio'], {
      env: engineEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const duplex = Duplex.from({ readable: child.stdout, writable: child.stdin })
    child.once('error', (error) => duplex.destroy(error))
    duplex.once('close', () => child.kill())
    return asSocket(duplex)
  }
}
