import { expect, it } from 'vitest'
import { nameInWords, readableName } from '../../../renderer/form/field-name.tsx'

it.each([
  ['query', 'Query'],
  ['timeout_ms', 'Timeout (ms)'],
  ['idleTimeoutSeconds', 'Idle timeout (s)'],
  ['memory_MB', 'Memory (MB)'],
  ['seconds', 'Seconds'],
  ['entityType', 'Entity type'],
  ['repoURL', 'Repo URL'],
  ['HTTPServer', 'HTTP server'],
  ['max-results', 'Max results'],
  ['__entity_id__', 'Entity ID'],
  // A language, not microseconds.
  ['en_us', 'En us'],
  ['src', 'Source'],
  ['page2Size', 'Page2 size'],
  ['名称', '名称'],
  ['_', '_'],
])('the name %s is %s in words', (name, words) => {
  expect(nameInWords(name)).toBe(words)
})

it.each([
  ['timeout_ms', undefined, 'Timeout (ms)'],
  ['timeout_ms', 'Timeout Ms', 'Timeout (ms)'],
  ['timeout_ms', 'Time limit', 'Time limit'],
])('%s with the title %s is called %s', (name, title, label) => {
  expect(readableName(name, title)).toBe(label)
})
