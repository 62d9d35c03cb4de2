import { expect, it } from 'vitest'
import type { KeyRing } from '../../../electron/node/access/key-ring.ts'
import { unknownCaller } from '../../../electron/sandbox-server/api/guard.ts'

const guardOf = (isEmpty: boolean) => ({
  token: 'the token',
  own: undefined,
  // Only what the refusal asks.
  keys: { isEmpty, named: () => undefined, withSecret: () => undefined } as unknown as KeyRing,
  proxy: { header: 'x-user', secret: 'the secret of the proxy' },
})

it.each([
  ['where there are no keys', true, {}, 'Bearer', /^A bearer token is needed: .*--no-auth/],
  ['where there are keys', false, {}, 'Bearer', /^A bearer token is needed: Authorization: Bearer TOKEN$/],
  [
    'of a proxy without its secret',
    false,
    { 'x-user': 'ann', 'x-orrery-proxy-secret': 'another' },
    'Bearer',
    /secret of the proxy in x-orrery-proxy-secret, which is missing or wrong$/,
  ],
  [
    'with a wrong token',
    false,
    { authorization: 'Bearer orrery_guessed' },
    'Bearer error="invalid_token"',
    /^The token or key that was sent is unknown/,
  ],
])('a call %s gets 401', (_, isEmpty, headers, challenge, words) => {
  expect(unknownCaller(headers, guardOf(isEmpty))).toEqual({
    status: 401,
    challenge,
    detail: expect.stringMatching(words),
  })
})
