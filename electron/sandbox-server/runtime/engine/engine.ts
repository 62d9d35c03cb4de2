import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { RuntimeFailure } from '../runtime.ts'

const run = promisify(execFile)

/** Output of an engine's command is small, but a list of images may not be. */
const OUTPUT_BYTES = 16 * 1024 ** 2

/** What the engine's own client needs from our environment. */
export function engineEnvironment(): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'DOCKER_HOST',
    'DOCKER_CONFIG',
    'DOCKER_CONTEXT',
    'CONTAINER_HOST',
    'CONTAINERS_CONF',
    'CONTAINERS_REGISTRIES_CONF',
    'SSL_CERT_DIR',
    'SSL_CERT_FILE',
    'TMPDIR',
    'XDG_RUNTIME_DIR',
  ]
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** The last line with a reason; docker's client adds an advice to read its help. */
export const lastWords = (stderr: string): string =>
  stderr
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '' && !/^(?:Run|See) '\w+ .*--help'/.test(line)) ?? ''

/** A container engine's command-line client: docker or podman, which speak the same language here. */
export class Engine {
  readonly name: 'docker' | 'podman'

  constructor(name: 'docker' | 'podman') {
    this.name = name
  }

  /** Runs one command of the engine and answers its output. @throws RuntimeFailure with the engine's last line, or the signal's reason */
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
      const { stderr = '', code } = cause as { stderr?: string; code?: unknown }
      throw new RuntimeFailure(lastWords(stderr) || `${this.name} ${args[0]} failed (${String(code)})`)
    }
  }

  /** Like {@link run}, for commands whose failure means "no". */
  succeeds(args: readonly string[]): Promise<boolean> {
    return this.run(args).then(
      () => true,
      () => false,
    )
  }
}
