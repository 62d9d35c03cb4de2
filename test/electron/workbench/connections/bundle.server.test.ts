import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getMcpConfigForManifest } from '@anthropic-ai/mcpb'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import {
  bundleFolder,
  readBundle,
  sweepBundles,
  unpackBundle,
} from '../../../../electron/workbench/connections/bundle.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { connectionTo, whatRuns } from '../../connection-to.ts'

const folder = sharedFolder()

const manifest = (server: object, more: object = {}) => ({
  manifest_version: '0.3',
  name: 'Weather & more',
  version: '1.0.0',
  description: 'd',
  author: { name: 'a' },
  server: { type: 'node', entry_point: 'server.mjs', mcp_config: server },
  ...more,
})
const zipped = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
const bundleOf = (value: object, files: Record<string, string> = {}) =>
  zipped({ 'manifest.json': JSON.stringify(value), ...files })

const server = {
  command: 'node',
  args: [
    '${__dirname}/server.mjs',
    '--unit=${user_config.unit}',
    '${user_config.folders}',
    '${user_config.none}',
  ],
  env: { KEY: '${user_config.api_key}', NONE: 'x${user_config.none}', HOME_OF: '${HOME}/data' },
  platform_overrides: { win32: { command: 'node.exe' } },
}
const settings = {
  user_config: {
    api_key: {
      type: 'string',
      title: 'Key',
      description: 'Key of the service',
      required: true,
      sensitive: true,
    },
    unit: { type: 'string', title: 'Unit', default: 'C' },
    folders: { type: 'directory', title: 'Folders', multiple: true, default: ['${HOME}/a', '${DESKTOP}'] },
    none: { type: 'string', title: 'None' },
  },
}

it('says what it would run, and asks for what has to be given', () => {
  const bytes = bundleOf(manifest(server, settings))
  const place = bundleFolder(folder, bytes)
  expect(readBundle(bytes, folder, 'linux')).toEqual({
    name: 'Weather & more',
    definition: {
      command: 'node',
      args: [`${place}/server.mjs`, '--unit=C', '${userHome}/a', '${userHome}/Desktop'],
      env: { KEY: '${input:Weather---more.api_key}', HOME_OF: '${userHome}/data' },
    },
    inputs: [{ id: 'Weather---more.api_key', description: 'Key of the service' }],
  })
  expect(readBundle(bytes, folder, 'win32').definition.command).toBe('node.exe')
})

it('runs what the makers of the format would run', async () => {
  const value = manifest({ ...server, args: server.args.slice(0, 3) }, settings)
  const bytes = bundleOf(value)
  const theirs = await getMcpConfigForManifest({
    manifest: value as never,
    extensionPath: bundleFolder(folder, bytes),
    systemDirs: { HOME: '${userHome}', DESKTOP: '${userHome}/Desktop' },
    // Hosts resolve the folders in a default before they pass it on.
    userConfig: {
      api_key: '${input:Weather---more.api_key}',
      folders: ['${userHome}/a', '${userHome}/Desktop'],
    },
    pathSeparator: '/',
  })
  const { command, args, env } = readBundle(bytes, folder, 'linux').definition
  expect({ command, args, KEY: env['KEY'] }).toEqual({
    command: theirs?.command,
    args: theirs?.args,
    KEY: theirs?.env?.['KEY'],
  })
})

it('is unpacked once, whole, and its server runs', async () => {
  const { ending, end } = whatRuns()
  const script = await readFile(new URL('../../../fixtures/mcp/shapes-server.mjs', import.meta.url), 'utf8')
  const bytes = bundleOf(manifest({ command: process.execPath, args: ['${__dirname}/lib/server.mjs'] }), {
    'lib/server.mjs': script,
  })
  const { definition } = readBundle(bytes, folder)
  await unpackBundle(bytes, folder)
  await unpackBundle(bytes, folder)
  const { connection } = connectionTo(definition, ending)
  await connection.start()
  expect(connection.info).toMatchObject({ state: 'ready', server: { name: 'shapes' } })
  await end()
})

it.each(['../evil.mjs', '/etc/evil', 'a/../../evil', '..\\evil', 'C:evil'])(
  'nothing is written outside its folder: %s',
  async (path) => {
    const bytes = bundleOf(manifest({ command: 'node' }), { [path]: 'x' })
    await expect(unpackBundle(bytes, folder)).rejects.toMatchObject({ code: 'BUNDLE_OUTSIDE' })
    expect(existsSync(bundleFolder(folder, bytes))).toBe(false)
    expect((await readdir(folder)).filter((name) => name.includes('evil'))).toEqual([])
    expect(existsSync(join(folder, '..', 'evil.mjs'))).toBe(false)
  },
)

it('one that would grow without end is refused before it does', () => {
  const bytes = bundleOf(manifest({ command: 'node' }), { big: 'x'.repeat(1000) })
  // The size in the index is only a claim: set above the limit.
  const at = bytes.lastIndexOf(0x50, bytes.length - 30)
  const index = Buffer.from(bytes)
  const entry = index.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'), at)
  index.writeUInt32LE(0x7f_ff_ff_ff, entry + 24)
  return expect(unpackBundle(index, folder)).rejects.toMatchObject({ code: 'BUNDLE_LARGE' })
})

it.each([
  ['no zip', strToU8('hello'), 'BUNDLE_BROKEN'],
  ['a zip without a manifest', zipped({ 'a.txt': 'x' }), 'BUNDLE_NO_MANIFEST'],
  ['a manifest that is no JSON', zipped({ 'manifest.json': '{' }), 'BUNDLE_NO_MANIFEST'],
  ['a manifest without a command', bundleOf(manifest({})), 'BUNDLE_NO_MANIFEST'],
])('%s is answered in plain words', (_what, bytes, code) => {
  expect(() => readBundle(bytes, folder)).toThrow(expect.objectContaining({ code }))
})

it('any bytes, and any damage to a bundle, end in an answer or in plain words', () => {
  const whole = bundleOf(manifest(server, settings), { 'server.mjs': 'x'.repeat(500) })
  const damaged = fc
    .tuple(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 }))
    .map(([at, put]) => {
      const bytes = Uint8Array.from(whole)
      bytes.set(put.slice(0, whole.length - at), at)
      return bytes
    })
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
      try {
        readBundle(bytes, folder)
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^BUNDLE_/) })
      }
    }),
  )
})

it.each([
  [
    'one that a connection names',
    (kept: string) => JSON.stringify({ command: `/data/bundles/${kept}/run` }),
    1,
  ],
  ['one in a file that cannot be read', (kept: string) => `{ "mcpServers": { "a": "${kept}`, 1],
  ['all where there is no file', () => undefined, 4],
  ['none where no connection names one', () => '{}', 0],
])('at a start, of unpacked bundles stays %s', async (name, textOf, left) => {
  const place = join(folder, name.replaceAll(' ', '-'))
  const kept = '0123456789abcdef'
  const others = ['fedcba9876543210', 'aaaabbbbccccdddd', '0123456789abcdef.part']
  for (const one of [kept, ...others, 'notes']) await mkdir(join(place, one), { recursive: true })
  const file = join(place, 'connections.json')
  const text = textOf(kept)
  if (text !== undefined) await writeFile(file, text)
  await sweepBundles(place, file)
  const names = (await readdir(place)).filter((one) => one !== 'connections.json')
  expect(names).toContain('notes')
  expect(names.length - 1).toBe(left)
  expect(names.includes(kept)).toBe(left > 0)
})
