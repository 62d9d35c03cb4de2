import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
// @ts-expect-error a plain module without declarations
import { HOSTED } from '../../../electron/tooling/packaging/contents.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string): string => readFileSync(root + path, 'utf8')

interface Configuration {
  readonly files: readonly string[]
  readonly extraResources: readonly { readonly from: string; readonly filter?: readonly string[] }[]
  readonly extraMetadata: { readonly homepage: string }
  readonly linux: { readonly target: readonly string[]; readonly maintainer: string }
  readonly mac: { readonly target: readonly string[] }
  readonly win: { readonly target: readonly string[] }
}

const configuration = parse(read('electron-builder.yml')) as Configuration
/** What `npm run build` writes into `dist/`, according to its source. */
const built = new Set(
  Array.from(
    read('electron/tooling/build.mjs').matchAll(/\$\{dist\}\/([\w-]+\.(?:[cm]js|html))`/g),
    ([, name]) => name,
  ),
)

it('makes a package for each system', () => {
  const { linux, mac, win } = configuration
  expect([linux.target, mac.target, win.target]).toEqual([['AppImage', 'deb'], ['dmg'], ['nsis']])
})

it('names whom and what a Debian package has to name', () => {
  expect(configuration.linux.maintainer).toMatch(/^[^<>]+ <\S+@\S+>$/)
  expect(URL.canParse(configuration.extraMetadata.homepage)).toBe(true)
})

it('packs only programs that the build writes', () => {
  const own = configuration.files.flatMap((path) => /^dist\/([\w-]+\.[cm]js)$/.exec(path)?.[1] ?? [])
  const servers = configuration.extraResources.flatMap(({ from, filter = [] }) =>
    from === 'dist' ? filter : [],
  )
  expect(own).toEqual(['main.mjs', 'preload.cjs'])
  expect(servers.toSorted()).toEqual((HOSTED as string[]).toSorted())
  expect([...own, ...servers].filter((name) => !built.has(name))).toEqual([])
})

const SCHEMA = 'electron/tooling/pack/node_modules/app-builder-lib/scheme.json'

it.skipIf(!existsSync(root + SCHEMA) && 'the desktop packer is not here: npm run pack brings it')(
  'keeps to the schema of the packer, where that is installed',
  () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(
      JSON.parse(read(SCHEMA)) as object,
    )
    expect(validate(configuration), JSON.stringify(validate.errors)).toBe(true)
  },
)
