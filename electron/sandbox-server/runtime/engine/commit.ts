import { request } from 'node:http'
import { RuntimeFailure } from '../runtime.ts'
import type { Engine } from './engine.ts'

/** Large images take their time. */
const COMMIT_MS = 600_000

/** Saves a container as an image. @throws RuntimeFailure with the engine's words */
export async function commitContainer(engine: Engine, container: string, reference: string): Promise<void> {
  try {
    await engine.run(['commit', container, reference], { timeout: COMMIT_MS })
  } catch (error) {
    // docker's client sends no body, which docker itself takes and podman's Docker API refuses: the same request with an empty one works.
    const refused = engine.name === 'docker' && /\bEOF\b/.test((error as Error).message)
    const socket = refused ? await socketOf(engine) : undefined
    if (!socket) throw error
    await commitOverSocket(socket, container, reference)
  }
}

async function socketOf(engine: Engine): Promise<string | undefined> {
  const endpoint = await engine.run(['context', 'inspect', '--format', '{{.Endpoints.docker.Host}}'])
  return /^unix:\/\/(\/.+)$/.exec(endpoint)?.[1]
}

function commitOverSocket(socketPath: string, container: string, reference: string): Promise<void> {
  const [, repo = reference, tag = 'latest'] = /^(.+?)(?::([^/:]+))?$/.exec(reference) ?? []
  const path = `/commit?${new URLSearchParams({ container, repo, tag }).toString()}`
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, method: 'POST', headers, timeout: COMMIT_MS }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text = (text + String(chunk)).slice(-4096)))
      response.once('end', () => {
        if (response.statusCode === 201) resolve()
        else reject(new RuntimeFailure(`the engine refused to commit: ${text.trim()}`))
      })
    })
    call.once('timeout', () => call.destroy(new Error('no answer in time')))
    call.once('error', (cause) => reject(new RuntimeFailure(`the engine could not commit: ${cause.message}`)))
    call.end('{}')
  })
}
