import { expect, it } from 'vitest'
import { startReason } from '../../../../../electron/sandbox-server/runtime/engine/start-reason.ts'

it.each([
  'the container did not start: Error: crun: setrlimit `RLIMIT_NOFILE`: Operation not permitted: OCI permission denied',
  'the container did not start: Error: runc: mkdir /sys/fs/cgroup/x: read-only file system: OCI runtime error',
])('%s: names the file that helps', (message) => {
  expect(startReason(message)).toMatch(/: .*docs\/sandbox-platform\.md/)
  expect(startReason(message).startsWith(message)).toBe(true)
})

it.each(['the container did not start: exit code 1', 'setrlimit is a word of its image'])(
  '%s: is left alone',
  (message) => {
    expect(startReason(message)).toBe(message)
  },
)
