import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkForUpdate, isLater } from '../../../electron/workbench/update-check.ts'

let server: Server
let feed: string
let answer = ''

beforeAll(async () => {
  server = createServer((_request, response) => response.end(answer))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => void server.close())

it.each([
  ['0.2.0', '0.1.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.10', '0.1.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0-beta', '0.1.0', false],
  ['0.0.9', '0.1.0', false],
])('%s is later than %s: %s', (a, b, later) => expect(isLater(a, b)).toBe(later))

it('sends no request when no feed is configured', async () => {
  expect(await checkForUpdate('', '0.1.0')).toBeUndefined()
})

it('reports a later version, and nothing else', async () => {
  answer = '{"version": "0.2.0", "url": "https://example.com/orrery"}'
  expect(await checkForUpdate(feed, '0.1.0')).toEqual({
    level: 'info',
    code: 'updateAvailable',
    params: { latest: '0.2.0', version: '0.1.0', url: 'https://example.com/orrery' },
  })
  expect(await checkForUpdate(feed, '0.2.0')).toBeUndefined()
})

it.each([
  'not json',
  '{"version": "new", "url": "https://e.com"}',
  '{"version": "9.9.9", "url": "javascript:alert(1)"}',
])('warns of a feed that says %s', async (text) => {
  answer = text
  expect(await checkForUpdate(feed, '0.1.0')).toMatchObject({
    level: 'warning',
    code: 'updateFeedUnreadable',
  })
})
