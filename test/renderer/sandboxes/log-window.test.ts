import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LogWindow } from '../../../renderer/sandboxes/files/log-window.ts'

const MB = 1024 * 1024

/** A file that can be appended to. */
function fileOf(text: string) {
  let bytes = new TextEncoder().encode(text)
  return {
    get size() {
      return bytes.length
    },
    write: (more: string | Uint8Array<ArrayBuffer>) => {
      const added = typeof more === 'string' ? new TextEncoder().encode(more) : more
      const next = new Uint8Array(bytes.length + added.length)
      next.set(bytes)
      next.set(added, bytes.length)
      bytes = next
    },
    cut: () => (bytes = bytes.slice(0, 1)),
    read: (offset: number, length: number) =>
      Promise.resolve({ bytes: bytes.slice(offset, offset + length), size: bytes.length }),
  }
}

test('a long log begins at a line near its end, and goes back to its beginning without a gap', async () => {
  const text = Array.from({ length: 60_000 }, (_, n) => `line ${n} 日本 – a log that goes on and on\n`).join(
    '',
  )
  const file = fileOf(text)
  const log = new LogWindow(file.read)
  let shown = await log.open(file.size)
  expect(shown).toMatch(/^line \d+ /)
  expect(shown.length).toBeLessThan(MB)
  while (log.start > 0) shown = (await log.earlier()) + shown
  expect(shown).toBe(text)
  expect(await log.earlier()).toBe('')
})

test('what is written is reported once, even when a character arrives in two parts', async () => {
  const file = fileOf('one\n')
  const log = new LogWindow(file.read)
  expect(await log.open(file.size)).toBe('one\n')
  expect(await log.news()).toBe('')
  file.write(Uint8Array.of(0xe6, 0x97))
  expect(await log.news()).toBe('')
  file.write(Uint8Array.of(0xa5, 0x0a))
  expect(await log.news()).toBe('日\n')
  file.cut()
  expect(await log.news()).toBeUndefined()
})

test('is the whole of any small file, whatever is in it', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (whole) => {
      const file = fileOf(whole)
      // A leading byte order mark is not part of the text.
      expect(await new LogWindow(file.read).open(file.size)).toBe(whole.replace(/^\ufeff/, ''))
    }),
  ))
