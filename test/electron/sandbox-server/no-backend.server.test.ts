import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

describe('a machine on which no backend works', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(['--runtime', 'docker'], undefined, undefined, {
      DOCKER_HOST: 'unix:///nowhere/docker.sock',
    })
  })
  afterAll(() => server.close())

  it('serves its description, with the reason and what helps', async () => {
    const [report] = server.ready['backends'] as { name: string; works: boolean; reason: string }[]
    expect(report).toMatchObject({
      name: 'docker',
      works: false,
      reason: expect.stringMatching(/./),
      said: { key: expect.stringMatching(/^BACKEND\./), values: { name: 'docker' } },
    })
    expect(server.ready).toMatchObject({ runtime: 'none' })
    const { result } = await server.get('/all_sandboxes')
    expect(result).toMatchObject({ items: [], runtime: { name: 'none' }, backends: [report] })
    expect(server.stderr()).toContain('sandboxes cannot be isolated on this machine: ')
    expect(server.stderr()).toContain(`note: docker: ${report?.reason}`)
  })

  it.each(['/start', '/start_async'])('answers %s with the reason, and keeps nothing of it', async (path) => {
    expect((await server.post(path, { image: 'local' })).error).toMatch(
      /^sandboxes cannot be isolated on this machine: /,
    )
    expect((await server.get('/all_sandboxes')).result.items).toEqual([])
    expect((await server.get('/sandboxes')).status).toBe('Success')
  })

  it('plays environments', async () => {
    const answer = await fetch(`${server.url}/apis/v1/envs/gem/make`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
      body: JSON.stringify({ env_id: 'game:GuessTheNumber-v0-easy' }),
    })
    expect(await answer.json()).toMatchObject({ sandbox_id: expect.stringMatching(/./) })
  })
})
