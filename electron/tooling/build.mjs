/**
 * Builds everything into `dist/`: the page (Vite), and the Node side (esbuild, one file per program).
 *
 *   node electron/tooling/build.mjs            everything
 *   node electron/tooling/build.mjs servers    only the two servers
 *   node electron/tooling/build.mjs page       only the page
 */
import { build } from 'esbuild'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readFile } from 'node:fs/promises'

/** Where the build goes; another folder lets two builds live side by side. */
const dist = process.env.ORRERY_DIST ?? 'dist'
const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'))

/** Native packages cannot be bundled; they are resolved from node_modules (or the unpacked resources) at run time. */
const external = [
  'electron',
  '@lydell/node-pty',
  '@ladybugdb/*',
  'bufferutil',
  'utf-8-validate',
  'cpu-features',
]

/** Some bundled CommonJS packages call `require`; ES modules have none unless we make one. */
const banner = {
  js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
}

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // UMD entries (jsonc-parser) hide their requires from a bundler; the module entries do not.
  mainFields: ['module', 'main'],
  external,
  sourcemap: true,
  logLevel: 'warning',
  define: { 'process.env.ORRERY_VERSION': JSON.stringify(version) },
  loader: { '.yaml': 'text', '.md': 'text', '.txt': 'text' },
}

/** @param {string} entry @param {string} outfile @param {'esm' | 'cjs'} format */
async function bundle(entry, outfile, format = 'esm') {
  if (!existsSync(`${root}${entry}`)) return
  await build({
    ...common,
    entryPoints: [entry],
    outfile,
    format,
    ...(format === 'esm' ? { banner } : {}),
  })
}

export async function buildServers() {
  await Promise.all([
    bundle('electron/model-server/main.ts', `${dist}/model-server.mjs`),
    bundle('electron/sandbox-server/main.ts', `${dist}/sandbox-server.mjs`),
  ])
}

async function buildHosts() {
  await Promise.all([
    bundle('electron/main.ts', `${dist}/main.mjs`),
    bundle('electron/preload.ts', `${dist}/preload.cjs`, 'cjs'),
    bundle('electron/web/main.ts', `${dist}/web.mjs`),
  ])
}

async function buildPage() {
  const vite = await import('vite')
  await vite.build({ configFile: `${root}renderer/vite.config.ts`, logLevel: 'warn' })
}

const parts = { servers: buildServers, hosts: buildHosts, page: buildPage }

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2)
  const chosen = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  await Promise.all(chosen.map(([, run]) => run()))
}
