import { describe, expect, it } from 'vitest'
import {
  LOOPBACK,
  alsoNamed,
  bearerOf,
  foreignHeader,
  isSecret,
  readHostNames,
} from '../../../electron/node/guard.ts'

const names = new Set(['127.0.0.1', 'localhost', '::1'])
const STRICT = { isOwnName: (name: string) => names.has(name), port: 4870 }

const NAMED = alsoNamed(STRICT, ['box.example'])
const ANYWHERE = alsoNamed(undefined, ['box.example'])

describe('a request', () => {
  it.each([
    // Called by one of its names at its port.
    ['127.0.0.1:4870', undefined, STRICT, undefined],
    ['LOCALHOST:4870', undefined, STRICT, undefined],
    ['[::1]:4870', 'http://localhost:4870', STRICT, undefined],
    ['127.0.0.1:4870', 'http://127.0.0.1:4870', STRICT, undefined],
    ['127.0.0.1:4870', 'http://localhost:4870', STRICT, undefined],
    ['127.0.0.1:4871', undefined, STRICT, 'host'],
    ['127.0.0.1', undefined, STRICT, 'host'],
    ['evil.example:4870', undefined, STRICT, 'host'],
    ['127.0.0.1.evil.example:4870', undefined, STRICT, 'host'],
    ['', undefined, STRICT, 'host'],
    [undefined, undefined, STRICT, 'host'],
    ['127.0.0.1:4870/@evil', 'http://evil.example', STRICT, 'origin'],
    ['127.0.0.1:4870', 'http://127.0.0.1:4871', STRICT, 'origin'],
    ['127.0.0.1:4870', 'http://evil.example:4870', STRICT, 'origin'],
    ['127.0.0.1:4870', 'null', STRICT, 'origin'],
    ['127.0.0.1:4870', '', STRICT, 'origin'],
    ['127.0.0.1:4870', 'file://', STRICT, 'origin'],
    ['127.0.0.1:4870', 'chrome-extension://abc', STRICT, 'origin'],
    // Called through a forwarded port.
    ['localhost:9999', undefined, LOOPBACK, undefined],
    ['127.8.8.8', 'http://127.8.8.8', LOOPBACK, undefined],
    ['localhost:9999', 'http://localhost:9998', LOOPBACK, 'origin'],
    ['rebound.example:9999', 'http://rebound.example:9999', LOOPBACK, 'host'],
    // A server that listens on all interfaces recognizes its own pages only by the Host header.
    ['box.example:8090', undefined, undefined, undefined],
    ['box.example:8090', 'http://box.example:8090', undefined, undefined],
    ['box.example', 'https://box.example', undefined, undefined],
    ['box.example:8090', 'http://localhost:8090', undefined, 'origin'],
    ['box.example:8090', 'http://evil.example', undefined, 'origin'],
    // Published by further names, as by a reverse proxy.
    ['box.example', 'https://box.example', NAMED, undefined],
    ['127.0.0.1:4870', undefined, NAMED, undefined],
    ['other.example', undefined, NAMED, 'host'],
    ['box.example', 'https://evil.example', NAMED, 'origin'],
    ['box.example:8090', undefined, ANYWHERE, undefined],
    ['localhost:8090', undefined, ANYWHERE, undefined],
    ['other.example:8090', undefined, ANYWHERE, 'host'],
  ])('for host %s with origin %s', (host, origin, own, foreign) => {
    expect(foreignHeader({ host, origin }, own)).toBe(foreign)
  })
})

it.each([
  ['a.example.org', ['a.example.org']],
  ['A.example.org, 10.0.0.7', ['a.example.org', '10.0.0.7']],
  ['https://a.example.org', undefined],
  ['a.example.org:443', undefined],
  ['a.example.org,', undefined],
  ['*.example.org', undefined],
  ['', undefined],
])('the host names %s are %j', (text, names) => {
  expect(readHostNames(text)).toEqual(names)
})

it.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc', 'abc'],
  ['Basic abc', undefined],
  ['Bearer', undefined],
  [undefined, undefined],
])('the token of %s is %s', (header, token) => {
  expect(bearerOf(header)).toBe(token)
})

it.each([
  ['abc', 'abc', true],
  ['abd', 'abc', false],
  ['abcd', 'abc', false],
  ['', 'abc', false],
  [undefined, 'abc', false],
  [undefined, '', false],
])('%s for the secret %s: %s', (given, secret, fits) => {
  expect(isSecret(given, secret)).toBe(fits)
})
