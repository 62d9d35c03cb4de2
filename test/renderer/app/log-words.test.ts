import { expect, it } from 'vitest'
import { logWords } from '../../../renderer/app/log-words.ts'
import type { Text } from '../../../renderer/i18n/text.ts'

const keyed = ((key: string, values: Readonly<Record<string, unknown>> = {}) =>
  [key, ...Object.values(values)].join(' | ')) as Text

// As written by electron/workbench/connections and models.
it.each([
  ['ready', 'app.state.ready'],
  ['backoff: spawn ENOENT', 'ui.labelled | app.state.backoff | spawn ENOENT'],
  ['Starting /usr/bin/node sandbox-server.mjs --addr 127.0.0.1:0', 'app.log.starting | '],
  ['Opening https://models.example/mcp', 'app.log.opening | '],
  ['No answer to ping within 5000 ms; restarting', 'app.log.silent | 5000'],
  ['The server ended its announcements', 'app.log.announced'],
  ['Something else', 'Something else'],
])('a line of a connection’s life is translated: %s', (text, said) => {
  expect(logWords(keyed, { source: 'lifecycle', text })).toBe(
    said.endsWith(' | ') ? said + text.slice(text.indexOf(' ') + 1) : said,
  )
})

it('leaves what a program prints as it is', () => {
  expect(logWords(keyed, { source: 'stderr', text: 'ready' })).toBe('ready')
})
