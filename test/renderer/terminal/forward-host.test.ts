import { expect, it } from 'vitest'
import { forwardHost } from '../../../renderer/terminal/ports/forward-host.ts'

it.each(['127.0.0.1', 'localhost', 'orrery'])(
  'a page served under %s opens forwards under another name, so that no cookie of its own goes there',
  (own) => {
    expect(forwardHost(own)).not.toBe(own)
    expect(['localhost', '127.0.0.1']).toContain(forwardHost(own))
  },
)
