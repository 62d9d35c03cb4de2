import { request } from 'node:http'
import { RuntimeFailure } from '../runtime.ts'
import type { Engine } from './engine.ts'

/** Large images take long. */
const COMMIT_MS = 600_000

/**
 * An older docker may freeze a container while a program that is entering it is only partly frozen, and then waits for it forever: commit,
 * kill and inspect of that container never return (20.10 with runc 1.1 and cgroup v1). Observed with 20.10, not with 28.
 */
const FREEZES_WELL = 28

/** Saves a container as an image. @throws RuntimeFailure with the engine's message */
export async function commitContainer(
  engine: Engine,
  version: string,
  container: string,
  reference: string,
): Promise<void> {
  const isHeld = engine.name !== 'docker' || Number.parseInt(version, 10) >= FREEZES_WELL
  // Flushes what its programs have written so far to disk.
  if (!isHeld) await engine.succeeds(['exec', container, 'sync'])
  try {
    const pause = isHeld ? [] : ['--pause=false']
    await engine.run(['commit', ...pause, container, reference], { timeout: COMMIT_MS })
  } catch (error) {
    // docker's client sends no body, which docker accepts and podman's Docker API rejects; the same request with an empty body works.
    if (engine.name !== 'docker' || !/\bEOF\b/.test((error as Error).message)) throw error
    await commitWithBody(engine, container, reference)
  }
}

function commitWithBody(engine: Engine, container: string, reference: string): Promise<void> {
  const [, repo = reference, tag = 'latest'] = /^(.+?)(?::([^/:]+))?$/.exec(reference) ?? []
  const path = `/commit?${new URLSearchParams({ container, repo, tag }).toString()}`
  const headers = { 'content-type': 'application/json', 'content-length': 2, host: 'engine' }
  return new Promise((resolve, reject) => {
    const createConnection = () => engine.connection()
    const options = { createConnection, path, method: 'POST', headers, timeout: COMMIT_MS }
    const call = request(options, (response) => {
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
