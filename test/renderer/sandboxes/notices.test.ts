import { expect, it } from 'vitest'
import { saidIn } from '../../../renderer/sandboxes/sandboxes/platform-sentences.ts'
import { sandboxesMessages } from '../../../renderer/sandboxes/messages.en.ts'
import type { Text } from '../../../renderer/i18n/text.ts'

const messages: Readonly<Record<string, string>> = sandboxesMessages
const english = ((key: string, values: Readonly<Record<string, unknown>> = {}) =>
  (messages[key] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))) as Text

// As electron/sandbox-server/lifecycle writes them.
it.each([
  'The server was restarted; the sandbox’s processes ended with it.',
  'Stopped because the server ended.',
  'Stopped: its files took more than the disk limit of 2 GB.',
  'Stopped after 30 minutes without use.',
  'The sandbox ended by itself: its first process was killed.',
  'Not started: not started within 60 seconds.',
  'A process was killed: the memory limit of 512 MB was reached.',
  '12 processes were killed: the memory limit of 512 MB was reached.',
  'What another platform says.',
])('says “%s” with all its values', (notice) => {
  expect(saidIn(english, notice)).toBe(notice)
})

it('names the image that another stands in for', () => {
  const notice = 'Image python:3.11 isn’t here, so this sandbox uses this machine’s own system.'
  expect(saidIn(english, notice)).toBe(
    'python:3.11 isn’t available, so this sandbox uses this machine’s own system.',
  )
})
