import { describe, expect, it } from 'vitest'
import { otherLoopback } from '../../../renderer/app/other-loopback.ts'
import { forwardUrl, frameSandbox } from '../../../renderer/sandboxes/ports/ports-view.tsx'

it.each(['127.0.0.1', 'localhost', 'orrery'])(
  'a page served under %s shows forwards under another name, so that no cookie of its own goes there',
  (own) => {
    expect(otherLoopback(own)).not.toBe(own)
    expect(['localhost', '127.0.0.1']).toContain(otherLoopback(own))
  },
)

it.each([
  ['/', 'http://localhost:4000/'],
  ['docs?page=1', 'http://localhost:4000/docs?page=1'],
  ['//evil.example/', 'http://localhost:4000/evil.example/'],
])('the path %s stays on the forwarded port', (path, url) =>
  expect(forwardUrl('127.0.0.1', 4000, path)).toBe(url),
)

describe('the frame of a sandbox’s page', () => {
  it.each([
    [false, ['allow-scripts', 'allow-forms']],
    [true, ['allow-scripts', 'allow-forms', 'allow-same-origin']],
  ])('with an origin of its own %s, may do no more than %s', (ownOrigin, allowed) =>
    expect(frameSandbox(ownOrigin).split(' ')).toEqual(allowed),
  )
})
