import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isPublic } from '../../../../electron/sandbox-server/network/addresses.ts'
import { judgeHost, networkText, parseNetwork } from '#shared/sandbox/network-policy.ts'

describe('the network of a sandbox', () => {
  it.each([
    ['own', 'own'],
    ['shared', 'shared'],
    ['none', 'none'],
    ['private', 'none'],
    ['allow:pypi.org', 'allow:pypi.org'],
    ['allow:PyPI.org:443, *.example.org,*', 'allow:pypi.org:443,*.example.org,*'],
    ['allow:10.0.0.5:5432,[fd00::1]:80', 'allow:10.0.0.5:5432,[fd00::1]:80'],
  ])('is read: %s', (text, kept) => {
    const policy = parseNetwork(text) ?? expect.unreachable()
    expect(networkText(policy)).toBe(kept)
    expect(parseNetwork(kept)).toEqual(policy)
  })
  it.each([
    '',
    'OWN',
    'host',
    'allow',
    'allow:',
    'allow:a b',
    'allow:x:0',
    'allow:x:70000',
    'allow:-x',
    'allow:a..b',
    'allow:a,,b',
    'allow:http://x',
    `allow:${'a,'.repeat(300)}a`,
  ])('is refused: %j', (text) => expect(parseNetwork(text)).toBeUndefined())
  it('survives any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `allow:${text}`),
        ),
        (text) => {
          const policy = parseNetwork(text)
          if (policy) expect(parseNetwork(networkText(policy))).toEqual(policy)
        },
      ),
    )
  })

  const list = parseNetwork('allow:pypi.org:443,*.example.org,10.0.0.5:5432') ?? expect.unreachable()
  it.each([
    ['pypi.org', 443, 'any-address'],
    ['PYPI.org.', 443, 'any-address'],
    ['pypi.org', 80, 'refused'],
    ['evilpypi.org', 443, 'refused'],
    ['a.example.org', 8080, 'any-address'],
    ['example.org', 8080, 'refused'],
    ['evil-example.org', 80, 'refused'],
    ['10.0.0.5', 5432, 'any-address'],
    ['10.0.0.5', 22, 'refused'],
    ['10.0.0.6', 5432, 'refused'],
  ])('with a list says of %s:%i: %s', (host, port, verdict) => {
    expect(judgeHost(list, host, port)).toBe(verdict)
  })
})

describe('an address', () => {
  // prettier-ignore
  it.each([
    '127.0.0.1', '127.8.9.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1',
    '192.0.0.8', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fdff::1', 'fec0::1',
    'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1',
    '2002:7f00:1::', '2001:0:1::', '::7f00:1', '::10.0.0.1',
  ])('of this machine or around it is not public: %s', (address) => expect(isPublic(address)).toBe(false))
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('of the Internet is: %s', (address) => expect(isPublic(address)).toBe(true))
  it.each(['127.0.0.1', '127.255.0.1', '0.0.0.0', '::', '::1', '::ffff:127.0.0.1', '64:ff9b::127.0.0.1'])(
    'of the loopback is known: %s',
    (address) => expect(isLoopbackAddress(address)).toBe(true),
  )
})
