import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, PullOutput } from '../../../../electron/sandbox-server/runtime/engine/pull-output.ts'
import { pullReason } from '../../../../electron/sandbox-server/runtime/engine/pull-reasons.ts'
import { pullMessage } from '../../../../electron/sandbox-server/lifecycle/image-phase.ts'

/** Recorded output of docker 28 and podman 4.3 for a layer of 9 MB, and for docker one of 5 MB, at 3 MB/s. */
const recorded = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../fixtures/sandbox/pulls/${name}.txt`, import.meta.url)), 'utf8')

describe('what an engine prints while it pulls', () => {
  it.each([
    ['docker', 14.2e6],
    ['podman', 9.0e6],
  ])('%s', (name, size) => {
    const output = new PullOutput()
    const seen: number[] = []
    let most = 0
    for (const piece of recorded(name).match(/.{1,100}/gs) ?? []) {
      output.take(piece)
      const { done = 0, total = 0, isHere = false } = output.progress ?? {}
      if (!isHere) seen.push(done)
      most = Math.max(most, total)
      expect(done).toBeLessThanOrEqual(total)
    }
    expect(most / size).toBeCloseTo(1, 1)
    expect(seen.filter((done) => done > 0 && done < most * 0.9).length).toBeGreaterThan(5)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(output.progress?.isHere).toBe(true)
  })

  it('is the same in pieces of any size', () => {
    const whole = new PullOutput()
    whole.take(recorded('docker'))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (size) => {
        const output = new PullOutput()
        for (const piece of recorded('docker').match(new RegExp(`.{1,${size}}`, 'gs')) ?? [])
          output.take(piece)
        expect(output.progress).toEqual(whole.progress)
        expect(output.reason).toBe(whole.reason)
      }),
      { numRuns: 50 },
    )
  })

  it('takes whatever else is printed', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        const output = new PullOutput()
        for (const piece of pieces) output.take(piece)
        expect(output.progress?.done ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('does not count what was there before', () => {
    const output = new PullOutput()
    output.take('0123456789ab: Pulling fs layer\r\n0123456789ab: Already exists\r\n')
    output.take('Copying blob 803841f31264 skipped: already exists  \r\n')
    expect(output.progress).toBeUndefined()
  })

  it('has the reason last', () => {
    const output = new PullOutput()
    output.take('1: Pulling from big\r\n0123456789ab: Waiting \r\nError response from daemon: no more\r\n')
    expect(output.reason).toBe('Error response from daemon: no more')
  })
})

it.each([
  ['750.0b', 750],
  ['407.6kB', 407_600],
  ['9.005MB', 9_005_000],
  ['   1.04MB', 1_040_000],
  ['1.2 GB', 1_200_000_000],
  ['8.6MiB', 9_017_754],
  ['many', undefined],
])('%s is a size', (text, bytes) => {
  expect(bytesOf(text)).toBe(bytes)
})

it.each([
  [{ done: 45.4e6, total: 120.2e6, isHere: false }, 'Downloading python:3.11, 45 of 120 MB'],
  [{ done: 0.24e9, total: 1.25e9, isHere: false }, 'Downloading python:3.11, 0.2 of 1.3 GB'],
  [{ done: 0, total: 4000, isHere: false }, 'Downloading python:3.11, 0 of 4 kB'],
  [{ done: 0, total: 0, isHere: false }, 'Downloading python:3.11'],
  [{ done: 120e6, total: 120e6, isHere: true }, 'Unpacking python:3.11'],
])('%j is said as a sentence', (progress, sentence) => {
  expect(pullMessage('python:3.11', progress)).toBe(sentence)
})

/** As reported by engines and registries; the two about Docker Hub's limits are from its documentation. */
describe('why an image is not available', () => {
  it.each([
    [
      'Error response from daemon: manifest for localhost:25001/nosuch:1 not found: manifest unknown: manifest unknown',
      'has no image of that name and tag',
    ],
    [
      'Error: initializing source docker://localhost:5000/x:1: reading manifest 1 in localhost:5000/x: manifest unknown: manifest unknown',
      'has no image of that name and tag',
    ],
    [
      "Error response from daemon: pull access denied for nosuch, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
      'no such image, or its registry wants another login',
    ],
    [
      'Error response from daemon: Head "http://localhost:25001/v2/big/manifests/1": no basic auth credentials',
      'wants a login',
    ],
    [
      'Error: initializing source: unable to retrieve auth token: invalid username/password: unauthorized',
      'wants a login',
    ],
    [
      'Error response from daemon: toomanyrequests: You have reached your pull rate limit. You may increase the limit by authenticating and upgrading',
      'gives no more',
    ],
    ['Error: reading manifest: toomanyrequests: 429 Too Many Requests', 'gives no more'],
    [
      'Error response from daemon: Get "http://localhost:9/v2/": dial tcp 127.0.0.1:9: connect: connection refused',
      'cannot be reached',
    ],
    [
      'Error response from daemon: Get "https://nohost.test/v2/": dial tcp: lookup nohost.test on 10.0.0.53:53: no such host',
      'cannot be reached',
    ],
    [
      'net/http: request canceled while waiting for connection (Client.Timeout exceeded)',
      'cannot be reached',
    ],
    ['Get "https://localhost:1/v2/": http: server gave HTTP response to HTTPS client', 'plain HTTP'],
    ['tls: failed to verify certificate: x509: certificate signed by unknown authority', 'certificate'],
    ['no matching manifest for linux/arm64/v8 in the manifest list entries', 'for that platform'],
    ['failed to register layer: write /a: no space left on device', 'disk is full'],
    [
      'Cannot connect to the Docker daemon at tcp://far:1. Is the docker daemon running?',
      'engine does not answer',
    ],
  ])('%s', (words, reason) => {
    expect(pullReason(words)).toContain(reason)
    expect(pullReason(words)).toContain(`(${words})`)
  })

  it('is what the engine said where that is not known', () => {
    expect(pullReason('the moon is full')).toBe('the moon is full')
  })
})
