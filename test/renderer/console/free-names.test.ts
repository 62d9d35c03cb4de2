import { expect, it } from 'vitest'
import type { Connection, ImportPreview } from '../../../shared/workbench/areas/connections.ts'
import { withFreeNames } from '../../../renderer/console/connection/save-connections.ts'

const known = [
  { id: 'model:h', address: 'http://h/one' },
  { id: 'model:h 2', address: 'http://h/two' },
  { id: 'model:mine', address: 'http://h/three' },
] as Connection[]

const preview = (format: ImportPreview['format'], name: string, summary: string): ImportPreview => ({
  format,
  inputs: [],
  servers: [{ name, summary, definition: {}, problems: [] }],
})

it.each([
  ['another address of a host', 'single', 'h', 'http://h/four', 'h 3'],
  ['one that is there already', 'single', 'h', 'http://h/one', 'h'],
  ['one that is there under a number', 'single', 'h', 'http://h/two', 'h 2'],
  ['another port of the host', 'single', 'h:81', 'http://h:81/', 'h:81'],
  ['a name that was given', 'single', 'mine', 'http://h/four', 'mine'],
  ['a command', 'single', 'h', 'npx h', 'h'],
  ['a name in a configuration', 'mcpServers', 'h', 'http://h/four', 'h'],
] as const)('%s is called as it should', (_what, format, name, summary, expected) =>
  expect(withFreeNames(preview(format, name, summary), known).servers[0]?.name).toBe(expected),
)
