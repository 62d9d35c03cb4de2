import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collect, type Collected } from '../../../../electron/sandbox-server/runtime/collect.ts'
import { firstLine } from '../../../../electron/sandbox-server/runtime/first-line.ts'

test('a process whose output was read to its end before is not waited for', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const closed = once(stdout, 'close')
  stdout.end()
  expect(await firstLine(stdout)).toBeUndefined()
  await closed
  const exited = Promise.resolve({ code: 3 })
  let collected: Collected | undefined
  void collect({ stdin: null, stdout, stderr, exited, kill: () => undefined }).then(
    (found) => (collected = found),
  )
  stderr.end('no such folder')
  await once(stderr, 'close')
  for (let turn = 0; turn < 10; turn++) await setImmediate()
  expect([collected?.code, collected?.stderr.toString()]).toEqual([3, 'no such folder'])
})
