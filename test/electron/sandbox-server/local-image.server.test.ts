import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalImage } from '../../../electron/sandbox-server/runtime/bubblewrap/local-image.ts'

const images = mkdtempSync(join(tmpdir(), 'orrery-images-'))
afterAll(() => rmSync(images, { recursive: true, force: true }))

describe.skipIf(process.platform !== 'linux')('the base layer of local sandboxes', () => {
  const image = new LocalImage(images, undefined)
  let folder = ''
  const made = (): number => statSync(folder).ino
  beforeAll(async () => void (folder = await image.ensure()))

  it('is made once', async () => {
    const before = made()
    expect(await Promise.all([image.ensure(), image.ensure()])).toEqual([folder, folder])
    expect(await new LocalImage(images, undefined).ensure()).toBe(folder)
    expect(made()).toBe(before)
    expect(readFileSync(join(folder, 'etc/hostname'), 'utf8')).toBe('sandbox\n')
  })

  it.each([
    { lost: 'a file of it', path: 'etc/pam.d/su' },
    { lost: 'an empty folder', path: 'var/log' },
    { lost: 'a folder with what is in it', path: 'etc/pam.d' },
    { lost: 'all of it', path: '' },
  ])('is made anew for the next sandbox when $lost is gone', async ({ path }) => {
    await image.ensure()
    rmSync(join(folder, path), { recursive: true })
    await image.ensure()
    expect(existsSync(join(folder, path))).toBe(true)
    expect(readdirSync(folder)).toContain('root')
  })

  it('is made anew when it has a name too many', async () => {
    await image.ensure()
    writeFileSync(join(folder, 'etc/left'), '')
    await image.ensure()
    expect(existsSync(join(folder, 'etc/left'))).toBe(false)
  })
})
