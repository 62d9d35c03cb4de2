import { expect, it } from 'vitest'
import { sayUnreached } from '../../../../electron/workbench/models/unreached.ts'

const said = (url: string | undefined, reason: string) => sayUnreached(url, reason)?.message

it.each([
  [
    'http://127.0.0.1:4999/mcp',
    'connect ECONNREFUSED 127.0.0.1:4999',
    'Nothing answers at 127.0.0.1:4999. Is it running?',
  ],
  [
    'http://localhost:4999/mcp',
    'connect ECONNREFUSED ::1:4999, connect ECONNREFUSED 127.0.0.1:4999',
    'Nothing answers at localhost:4999. Is it running?',
  ],
  [
    'https://nope.invalid/mcp',
    'getaddrinfo ENOTFOUND nope.invalid',
    'There is no machine of the name nope.invalid.',
  ],
  [
    'http://127.0.0.1:9/mcp',
    'bad port',
    'Port 9 is reserved for another service, so no web address may use it.',
  ],
  [
    'http://10.255.255.1:80/',
    'Connect Timeout Error (attempted address: 10.255.255.1:80, timeout: 10000ms)',
    'The machine of 10.255.255.1 did not answer.',
  ],
])('at %s, “%s” is said as: %s', (url, reason, sentence) => {
  expect(said(url, reason)).toBe(sentence)
})

it('leaves what a server itself says, and programs, as they are', () => {
  expect(said('http://127.0.0.1:4999/mcp', 'HTTP 403')).toBeUndefined()
  expect(said(undefined, 'connect ECONNREFUSED 127.0.0.1:5432')).toBeUndefined()
})
