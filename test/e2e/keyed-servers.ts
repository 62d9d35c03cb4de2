import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = join(fileURLToPath(new URL('../..', import.meta.url)), process.env['ORRERY_DIST'] ?? 'dist')
export const TOKEN = 'the-token-of-the-server'

/** A server with several users. */
export async function startServer(data: string) {
  const access = join(data, 'access')
  const child = spawn(
    process.execPath,
    [
      join(dist, 'sandbox-server.mjs'),
      '--addr',
      '127.0.0.1:0',
      '--runtime',
      'process',
      '--data',
      data,
      '--log-format',
      'json',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ORRERY_SANDBOX_TOKEN: TOKEN } },
  )
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) =>
      resolve((JSON.parse(chunk.toString()) as { url: string }).url),
    ),
  )
  return {
    url,
    keys: (...words: readonly string[]): string =>
      execFileSync(process.execPath, [join(dist, 'keys.mjs'), ...words, '--access', access], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    call: (path: string, secret: string, body: object) =>
      fetch(`${url}/apis/envs/sandbox/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** The trace ids of an operation's calls. */
    traces: (operation: string): unknown[] =>
      log
        .split('\n')
        .filter((line) => line.includes(`"operation":${JSON.stringify(operation)}`))
        .map((line) => (JSON.parse(line) as { trace_id?: string }).trace_id),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** A model server of the same keys, with a sample in a workspace. @param access the folder of the keys */
export async function startModelServer(data: string, access: string, workspace: string) {
  const options = { transport: 'http', addr: '127.0.0.1:0', data, access, 'quickstart-workspace': workspace }
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(
    process.execPath,
    [join(dist, 'model-server.mjs'), ...words, '--enable-writes', '--quickstart'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+[^\s"]*/.exec(text)?.[0]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`The model server ended with ${code}: ${text}`)))
  })
  return {
    url,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}
