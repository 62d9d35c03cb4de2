import { execFileSync, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A host of one private repository, `/private.git`, that requires a password. */
export interface GitHost {
  readonly url: string
  close(): Promise<void>
}

/** Runs git's HTTP backend as a CGI script (RFC 3875). */
function serve(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://x')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'somebody',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  request.pipe(child.stdin)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.once('close', () => {
    const answer = Buffer.concat(chunks)
    const end = answer.indexOf('\r\n\r\n')
    const headers = new Map(
      answer
        .subarray(0, end)
        .toString()
        .split('\r\n')
        .map((line): [string, string] => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 2),
        ]),
    )
    const status = Number(headers.get('Status')?.slice(0, 3) ?? 200)
    headers.delete('Status')
    response.writeHead(status, Object.fromEntries(headers))
    response.end(answer.subarray(end + 4))
  })
}

export async function startGitHost(password: string): Promise<GitHost> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-git-host-'))
  const work = join(folder, 'work')
  const git = (...args: string[]) => execFileSync('git', ['-c', 'init.defaultBranch=main', ...args])
  git('init', '-q', work)
  await writeFile(join(work, 'inside.txt'), 'what only some may read\n')
  git('-C', work, 'add', '.')
  git('-C', work, '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first')
  git('clone', '-q', '--bare', work, join(folder, 'private.git'))
  const server = createServer((request, response) => {
    const given = Buffer.from(
      (request.headers.authorization ?? '').replace('Basic ', ''),
      'base64',
    ).toString()
    if (given.slice(given.indexOf(':') + 1) === password) return serve(folder, request, response)
    request.resume()
    response.writeHead(401, { 'www-authenticate': 'Basic realm="private"' }).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
