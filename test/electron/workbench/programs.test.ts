import { afterEach, expect, it } from 'vitest'
import { nodePrograms } from '../../../electron/workbench/programs.ts'

afterEach(() => Reflect.deleteProperty(process.versions, 'electron'))

it.each([
  ['a plain Node', undefined],
  ['Electron', '45.4.1'],
])('%s runs our servers, and other people’s hear nothing of how', (_, version) => {
  if (version) Object.defineProperty(process.versions, 'electron', { value: version, configurable: true })
  const { node, env, foreignEnv } = nodePrograms('/servers')
  expect(node).toBe(process.execPath)
  expect(env['ELECTRON_RUN_AS_NODE']).toBe(version && '1')
  expect(foreignEnv).not.toHaveProperty('ELECTRON_RUN_AS_NODE')
  expect(foreignEnv['PATH']).toBe(process.env['PATH'])
})
