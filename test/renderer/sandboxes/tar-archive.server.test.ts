import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tarArchive } from '../../../renderer/sandboxes/files/tar-archive.ts'
import { membersOf } from '../../../renderer/sandboxes/files/uploading.ts'

/** The archive as read by the system's tar: name and bytes of every file. */
async function readBack(archive: Blob): Promise<string> {
  const input = Buffer.from(await archive.arrayBuffer())
  const { stdout, stderr, status } = spawnSync(
    'tar',
    ['-xf', '-', '--to-command', 'printf "%s=" "$TAR_FILENAME"; cat; printf "\\0"'],
    { input, env: { ...process.env, LC_ALL: 'C.UTF-8' } },
  )
  expect(stderr.toString()).toBe('')
  expect(status).toBe(0)
  return stdout.toString()
}

it('is read by tar whatever files are called and hold', async () => {
  const part = fc.stringMatching(/^[a-z é中"'\\$-]{1,40}$/u).filter((name) => !/^-|^ | $/.test(name))
  const file = fc.record({
    name: fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `d/${parts.join('/')}`),
    text: fc.string({ maxLength: 1200, unit: fc.constantFrom('a', 'é', '\n') }),
  })
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(file, { maxLength: 6, selector: ({ name }) => name }), async (files) => {
      const members = files.map(({ name, text }) => ({ name, content: new Blob([text]), mode: 0o644 }))
      const expected = files.map(({ name, text }) => `${name}=${text}\0`).join('')
      expect(await readBack(tarArchive(members))).toBe(expected)
    }),
    { numRuns: 40 },
  )
})

it('keeps times, folders that are empty, and what can be run', async () => {
  const run = new File(['#!/bin/sh\necho'], 'run.sh', { lastModified: Date.UTC(2024, 1, 2, 3, 4, 5) })
  const members = await membersOf({
    base: '/root',
    folders: ['/root/p', '/root/p/empty'],
    files: [
      { path: '/root/p/run.sh', file: run },
      { path: '/root/p/text', file: new Blob(['# no program']) },
    ],
  })
  const input = Buffer.from(await tarArchive(members).arrayBuffer())
  const { stdout } = spawnSync('tar', ['--utc', '--full-time', '-tvf', '-'], { input })
  expect(stdout.toString().replaceAll(/ +/g, ' ').trimEnd().split('\n')).toEqual([
    'drwxr-xr-x 0/0 0 1970-01-01 00:00:00 p/empty/',
    '-rwxr-xr-x 0/0 14 2024-02-02 03:04:05 p/run.sh',
    '-rw-r--r-- 0/0 12 1970-01-01 00:00:00 p/text',
  ])
})

it('says the size of a file that octal digits cannot', () => {
  const huge = { size: 9 * 1024 ** 3 + 7 } as Blob
  const parts: unknown[] = []
  const Original = globalThis.Blob
  globalThis.Blob = function (given: unknown[]) {
    parts.push(...given)
  } as unknown as typeof Blob
  try {
    tarArchive([{ name: 'huge', content: huge, mode: 0o644 }])
  } finally {
    globalThis.Blob = Original
  }
  const input = Buffer.from(parts[0] as Uint8Array)
  const { stdout } = spawnSync('tar', ['-tvf', '-'], { input })
  expect(stdout.toString()).toContain(String(huge.size))
})
