import { describe, expect, it } from 'vitest'
import { portTarget, TargetError } from '../../../electron/sandbox-server/api/port-target.ts'

const base = '/base'
const target = (url: string, headers: Record<string, string> = {}) => portTarget(base, url, headers)

describe('port targets', () => {
  it.each([
    [
      '/base/sandboxes/a/proxy',
      {},
      { sandboxId: 'a', kind: 'proxy', port: 8080, path: '/', prefix: '/base/sandboxes/a/proxy' },
    ],
    ['/base/sandboxes/a/proxy/x/y?z=1', {}, { port: 8080, path: '/x/y?z=1' }],
    [
      '/base/sandboxes/a/proxy/port/3000/x?z=1',
      {},
      { port: 3000, path: '/x?z=1', prefix: '/base/sandboxes/a/proxy/port/3000' },
    ],
    ['/base/sandboxes/a/proxy/port/3000', {}, { port: 3000, path: '/' }],
    ['/base/sandboxes/a/proxy/x', { 'x-rock-target-port': '3001' }, { port: 3001, path: '/x' }],
    ['/base/sandboxes/a/proxy/x?rock_target_port=3002&b=2', {}, { port: 3002, path: '/x?b=2' }],
    ['/base/sandboxes/a%20b/vnc/x', {}, { sandboxId: 'a b', kind: 'vnc', port: 8006, path: '/x' }],
    ['/base/sandboxes/a/portforward?port=22', {}, { kind: 'portforward', port: 22 }],
    ['/base/sandboxes/a/portforward', {}, { kind: 'portforward', port: Number.NaN }],
  ])('%s %j', (url, headers, expected) => {
    expect(target(url, headers)).toMatchObject(expected)
  })
  it.each(['/base/sandboxes', '/base/sandboxes/a', '/base/sandboxes/a/restart', '/other/sandboxes/a/proxy'])(
    '%s is none',
    (url) => {
      expect(target(url)).toBeUndefined()
    },
  )
  it.each([
    ['/base/sandboxes/a/proxy/port/1/?rock_target_port=2', {}, 'path, query parameter rock_target_port'],
    ['/base/sandboxes/a/proxy/port/1', { 'x-rock-target-port': '1' }, 'path, header X-ROCK-Target-Port'],
    ['/base/sandboxes/a/proxy/port/abc', {}, 'Invalid target port: abc'],
  ])('%s is refused', (url, headers, reason) => {
    expect(() => target(url, headers)).toThrow(TargetError)
    expect(() => target(url, headers)).toThrow(reason)
  })
})
