/**
 * What the browser loads before a fresh window shows anything: the resources of the index and those of the Start
 * page, and what the query bench adds.
 */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = join(root, process.env.ORRERY_DIST ?? 'dist', 'page')

const kilobytes = async (files) => {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(page, file))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** The scripts imported by a script, including itself, without dynamic imports. */
async function withImports(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = await readFile(join(page, file), 'utf8')
  const named = text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)
  for (const [, name] of named) await withImports(join('assets', name), seen)
  return seen
}

/** The files that the page preloads for a bench (renderer/vite.config.ts). */
async function firstBench(all, bench) {
  const script = await readFile(
    join(
      page,
      'assets',
      all.find((name) => /^first-bench-[^.]*\.js$/.test(name)),
    ),
    'utf8',
  )
  return JSON.parse(/^const files = (.*)$/m.exec(script)[1])[bench]
}

export async function bench() {
  const index = await readFile(join(page, 'index.html'), 'utf8')
  const first = [...index.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file)
  const scripts = new Set()
  for (const file of first.filter((name) => name.endsWith('.js'))) await withImports(file, scripts)
  const all = await readdir(join(page, 'assets'))
  const start = await firstBench(all, 'start')
  for (const file of start.filter((name) => name.endsWith('.js'))) await withImports(file, scripts)
  const styles = [...first, ...start].filter((name) => name.endsWith('.css'))
  const entry = all.find((name) => /^query-[^.]*\.js$/.test(name))
  const own = [...(await withImports(join('assets', entry)))].filter((file) => !scripts.has(file))
  return [
    {
      name: 'first bundle of the page, gzipped',
      value: await kilobytes([...scripts, ...styles]),
      unit: 'kB',
      aim: { most: 350 },
    },
    { name: 'what the query bench adds, gzipped', value: await kilobytes(own), unit: 'kB' },
  ]
}
