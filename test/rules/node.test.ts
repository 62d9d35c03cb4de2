import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, tracked } from './tracked.ts'

const read = (file: string) => readFile(join(root, file), 'utf8')

/** The supported Node releases: the first of each line. */
const RELEASES = ['20.19', '22.12', '24']
const [oldest = ''] = RELEASES

interface Manifest {
  readonly engines: { readonly node: string }
  readonly devDependencies: Readonly<Record<string, string>>
}

it('package.json, the types and the README name the same releases of Node', async () => {
  const { engines, devDependencies } = JSON.parse(await read('package.json')) as Manifest
  expect(engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0')
  // Types of the oldest line, so that nothing newer is used by accident.
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${oldest.split('.')[0]}\\.`))
  expect(await read('README.md')).toContain(`Node ${RELEASES.slice(0, -1).join(', ')} or ${RELEASES.at(-1)}`)
})

it('every bundle is built for the oldest of them', async () => {
  const texts = await Promise.all(tracked.filter((file) => /\.(?:mjs|ts)$/.test(file)).map(read))
  const targets = texts.map((text) =>
    [...text.matchAll(/target: '(node[0-9.]+)'/g)].map(([, target]) => target),
  )
  expect(new Set(targets.flat())).toEqual(new Set([`node${oldest}`]))
})

it('only what Electron needs to fetch its binary asks for a newer one', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string }; optional?: boolean }>
  }
  const demanding = Object.entries(packages).flatMap(([path, { engines, optional }]) =>
    path !== '' && !optional && engines?.node && !takesNode20(engines.node)
      ? [path.replace('node_modules/', '')]
      : [],
  )
  expect(demanding.sort()).toEqual(['@electron-internal/extract-zip', '@electron/get', 'electron'])
})

/** Whether a version range, as in `engines`, has a part that includes Node 20.19 and later. */
function takesNode20(range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign = '', major = '0', minor = '0'] = /(>=|\^|>|~)?\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? []
    if (part.trim() === '*') return true
    const isOpen = sign.startsWith('>')
    return isOpen
      ? Number(major) < 20 || (Number(major) === 20 && Number(minor) <= 19)
      : Number(major) === 20 && Number(minor) <= 19
  })
}

it.each([
  ['>=18', true],
  ['^18.0.0 || >=20.0.0', true],
  ['^20.19.0 || ^22.13.0 || >=23.5.0', true],
  ['>= 22.12.0', false],
  ['^22.12.0 || ^24.0.0 || >=26.0.0', false],
  ['>=20.20', false],
  ['*', true],
])('engines %s take Node 20.19: %s', (range, takes) => {
  expect(takesNode20(range)).toBe(takes)
})
