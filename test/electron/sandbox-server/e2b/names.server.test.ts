import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startServer()
  id = (await server.post('/start', { image: 'local' })).result.sandbox_id
})
afterAll(() => server.close())

const ask = async (method: string, path: string) => {
  const headers = {
    'x-api-key': server.token,
    'e2b-sandbox-id': id,
    'content-type': 'application/json',
  }
  const body = method === 'GET' ? {} : { body: '{}' }
  const response = await fetch(server.url + path, { method, headers, ...body })
  return { status: response.status, text: await response.text() }
}

describe('names that callers make up', () => {
  it.each(
    ['process.Process', 'filesystem.Filesystem'].flatMap((service) =>
      ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'Nothing'].map(
        (name) => [service, name] as const,
      ),
    ),
  )('%s has no call %s', async (service, name) => {
    expect(await ask('POST', `/${service}/${name}`)).toEqual({
      status: 501,
      text: JSON.stringify({ code: 'unimplemented', message: `/${service}/${name} is not served` }),
    })
  })

  it('are no operation of the metrics', async () => {
    for (const name of ['one', 'two']) {
      await ask('POST', `/process.Process/made_up_${name}`)
      await ask('GET', `/sandboxes/${id}/made_up_${name}`)
      await ask('POST', `/v2/sandboxes/made_up_${name}/up/made_up_${name}`)
      await ask('GET', `/templates/made_up_${name}/made_up_${name}`)
    }
    await ask('POST', `/sandboxes/${id}/timeout`)
    await ask('DELETE', '/templates/none')
    const { text } = await ask('GET', '/metrics')
    expect(text).not.toContain('made_up')
    expect(text).toContain('operation="e2b POST /sandboxes/{id}/timeout"')
    expect(text).toContain('operation="e2b DELETE /templates/{id}"')
    expect(text).toContain('operation="e2b GET unknown"')
  })
})
