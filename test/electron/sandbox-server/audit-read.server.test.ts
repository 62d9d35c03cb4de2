import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditAnswer } from '#shared/sandbox/audit.ts'
import { ask, secretOf } from './support/keys.ts'
import { startServer, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.close())

const read = async (secret: string, query: Record<string, string> = {}) => {
  const { http, json } = await ask(`${server.base}/audit?${new URLSearchParams(query)}`, secret)
  return {
    http,
    json,
    page: http === 200 && json.status === 'Success' ? auditAnswer.parse(json.result) : undefined,
  }
}

describe('GET /audit', () => {
  it('says of a server without keys that nothing is noted', async () => {
    expect((await read(server.token)).page).toEqual({ items: [], is_kept: false })
  })

  it('shows only an admin and the token who changed what, page by page', async () => {
    const admin = await secretOf(server, 'root', 'admin', 'ops')
    const ann = await secretOf(server, 'ann', 'user', 'team')
    for (const id of ['team--1', 'team--2', 'team--3']) {
      await ask(`${server.base}/stop`, ann, { body: { sandbox_id: id } })
    }
    const viewer = await secretOf(server, 'eve', 'viewer', 'team')
    for (const secret of [ann, viewer]) {
      const { http, json } = await read(secret)
      expect(http).toBe(403)
      expect(json.detail).toContain('/audit needs an admin’s')
    }
    const first = await read(admin, { page_size: '2' })
    expect(first.page).toMatchObject({
      is_kept: true,
      items: [
        { key: 'ann', operation: '/stop', object: 'team--3', outcome: 'unchanged' },
        { object: 'team--2' },
      ],
    })
    const second = await read(server.token, { page_size: '2', after: first.page?.next ?? '' })
    // Neither reads nor refused reads are changes.
    expect(second.page).toEqual({ items: [expect.objectContaining({ object: 'team--1' })], is_kept: true })
  })

  it('keeps to a key, an operation and a time', async () => {
    await ask(`${server.base}/stop`, server.token, { body: { sandbox_id: 'x' } })
    await ask(`${server.url}/apis/v1/envs/gem/make`, server.token, { body: { env_id: 'game:None' } })
    const of = async (query: Record<string, string>) =>
      (await read(server.token, query)).page?.items.map(({ key, operation }) => `${key} ${operation}`)
    expect(await of({ key: 'token' })).toEqual(['token gem /make', 'token /stop'])
    expect(await of({ operation: '/stop', key: 'token', object: '' })).toEqual(['token /stop'])
    expect(await of({ to: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await of({ from: '2020-01-01T00:00:00Z', key: 'token', operation: 'gem /make' })).toHaveLength(1)
  })

  it.each([
    [{ page_size: '0' }, 'page_size must be 1 to 1000'],
    [{ page_size: '1001' }, 'page_size must be 1 to 1000'],
    [{ from: 'yesterday' }, 'from must be a time as'],
    [{ after: '../keys.json' }, 'after must be the next of a page before'],
    [{ outcome: 'x' }, 'Input should be one of ok, unchanged, failed, refused, begun'],
  ])('refuses %j', async (query, sentence) => {
    const { json } = await read(server.token, query as unknown as Record<string, string>)
    expect(json.status).toBe('Failed')
    expect(json.error).toContain(sentence)
  })
})
