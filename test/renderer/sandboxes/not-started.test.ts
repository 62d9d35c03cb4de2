import { expect, it } from 'vitest'
import { didNotStart } from '#shared/sandbox/states.ts'

it.each([
  ['pending', {}, false],
  ['pending', { image_pull: 'success', docker_run: 'running' }, false],
  ['pending', { image_pull: 'success', docker_run: 'failed' }, true],
  ['pending', { image_pull: 'timeout' }, true],
  ['pending', { image_pull: 'FAILED' }, true],
  // A sandbox stopped afterwards counts as stopped.
  ['stopped', { image_pull: 'failed' }, false],
])('a sandbox that is %s with the steps %j', (state, steps, expected) => {
  const phases = Object.fromEntries(Object.entries(steps).map(([name, status]) => [name, { status }]))
  expect(didNotStart({ state, phases })).toBe(expected)
})
