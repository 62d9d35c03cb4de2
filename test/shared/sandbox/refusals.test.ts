import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HELD_CAPS, readRefusal, type Refusal, refusalText } from '#shared/sandbox/refusals.ts'
import { localize } from '#shared/workbench/sentences/sentence.ts'
import { refusalError } from '#shared/workbench/sentences/refusal-error.ts'
import { catalogZh } from '../../../renderer/i18n/catalog-zh.ts'

const name = fc.stringMatching(/^[A-Za-z0-9][\w.@+-]{0,20}$/)
const namespace = fc.stringMatching(/^[a-z0-9]+(?:[_-][a-z0-9]+)*$/)
const amount = fc.oneof(fc.nat().map(String), fc.constantFrom('1.5', '64.00m', '2.00g'))
const holder = fc.oneof(
  fc.record({ holder: fc.constant('key' as const), name }),
  fc.record({ holder: fc.constant('namespace' as const), name: namespace }),
)
const role = fc.constantFrom('viewer', 'user', 'admin')
const refusal: fc.Arbitrary<Refusal> = fc.oneof(
  fc.record({
    kind: fc.constant('role' as const),
    key: name,
    role,
    operation: fc.constantFrom('/start', 'gem /make', 'e2b POST /sandboxes/{id}', 'portforward 8080'),
    needs: role,
  }),
  fc.record({ kind: fc.constant('person' as const), person: fc.oneof(name, fc.string()) }),
  fc.tuple(holder, amount).map(([whose, most]) => ({ kind: 'rate' as const, ...whose, most })),
  fc
    .tuple(holder, fc.constantFrom(...HELD_CAPS), amount, amount, amount)
    .map(([whose, cap, most, has, wants]) => ({ kind: 'cap' as const, ...whose, cap, most, has, wants })),
)

describe('a refusal', () => {
  it('is read from its own sentence', () => {
    const isRead = (one: Refusal): void => void expect(readRefusal(refusalText(one))).toEqual(one)
    fc.assert(fc.property(refusal, isRead))
  })

  it.each([
    '',
    'sandbox x not found',
    'Key ann may have nothing',
    'The key is lost',
    'There is no valid key for ann',
  ])('is not read from %j', (text) => {
    expect(readRefusal(text)).toBeUndefined()
    expect(refusalError(text)).toBeUndefined()
  })

  it('says in the workbench which cap it is and who can raise it, in either language', () => {
    const cap = { kind: 'cap', holder: 'namespace', name: 'team-a', cap: 'memory' } as const
    const failure = refusalError(refusalText({ ...cap, most: '2g', has: '1.5g', wants: '1g' }))?.toFailure()
    expect(failure).toMatchObject({
      code: 'CAP_REACHED',
      message:
        'The cap on memory is reached: namespace team-a may have 2g at once, has 1.5g and wants 1g more.',
      hint: expect.stringContaining('keys caps --namespace team-a --max-memory N'),
    })
    if (!failure) throw new Error('It was not read.')
    expect(localize(failure, catalogZh)).toMatchObject({
      message: '内存已达上限：命名空间 team-a 同时最多 2g，已用 1.5g，还需 1g。',
      hint: expect.stringMatching(/管理员.*keys caps --namespace team-a --max-memory N/),
    })
  })

  it.each([
    [
      { kind: 'role', key: 'eve', role: 'viewer', operation: '/start', needs: 'user' },
      'FORBIDDEN',
      '--role user',
    ],
    [{ kind: 'person', person: 'ann@example.org' }, 'FORBIDDEN', 'keys add NAME --no-secret'],
    [{ kind: 'rate', holder: 'key', name: 'ann', most: '5' }, 'TOO_MANY_CALLS', 'caps ann --max-rate N'],
  ] as const)('of %j has a code and a way out', (one, code, hint) => {
    const failure = refusalError(refusalText(one))
    expect(failure?.code).toBe(code)
    expect(failure?.hint).toContain(hint)
  })
})
