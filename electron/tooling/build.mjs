/**
 * Builds everything into `dist/`: the page (Vite), and the Node side (esbuild, one file per program).
 *
 *   node electron/tooling/build.mjs            everything
 *   node electron/tooling/build.mjs servers    only the two servers
 *   node electron/tooling/build.mjs page       only the page
 *
 * A full build also writes the licence notices of all bundled packages.
 */
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { noticeOf, noticesText, packageFolders } from './notices.mjs'

/** Output folder; a different one allows two builds side by side. */
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

/** Some bundled CommonJS packages call `require`, which ES modules lack; define it. */
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
  // V8 keeps the text of a program in memory. Licences are in the notices; lines stay short enough to be printed
  // with an error.
  minifyWhitespace: true,
  legalComments: 'none',
  lineLimit: 200,
  logLevel: 'warning',
  define: { 'process.env.ORRERY_VERSION': JSON.stringify(version) },
  loader: { '.yaml': 'text', '.md': 'text', '.txt': 'text' },
}

/** Absolute paths of all bundled files, from which the licence notices are generated. */
const taken = new Set()

/** @param {string} entry @param {string} outfile @param {import('esbuild').BuildOptions} [more] */
async function bundle(entry, outfile, more = { format: 'esm', banner }) {
  const { metafile } = await build({ ...common, entryPoints: [entry], outfile, metafile: true, ...more })
  for (const path of Object.keys(metafile.inputs)) taken.add(resolve(root, path))
  // One such character, which can only be in a regular expression, doubles the memory that the text takes.
  const [beyond] = /.{0,20}[^\0-\xff]/.exec(await readFile(resolve(root, outfile), 'utf8')) ?? []
  if (beyond !== undefined) console.warn(`${outfile}: write ${beyond} with an escape (\\u)`)
}

export async function buildServers() {
  await Promise.all([
    bundle('electron/model-server/main.ts', `${dist}/model-server.mjs`),
    bundle('electron/model-server/telemetry/plan-run.ts', `${dist}/model-telemetry.mjs`),
    bundle('electron/sandbox-server/main.ts', `${dist}/sandbox-server.mjs`),
    bundle('electron/sandbox-server/runtime/kubernetes/runtime.ts', `${dist}/sandbox-kubernetes.mjs`),
    bundle('electron/workbench/environments/player-process.ts', `${dist}/players.mjs`),
    bundle('electron/sandbox-server/gem/javascript/thread.ts', `${dist}/plugin-thread.mjs`),
    buildGraphApp(),
  ])
}

/**
 * Builds the graph that a chat shows beside an answer of the model server: a single page that loads nothing
 * external.
 */
async function buildGraphApp() {
  const { metafile, outputFiles } = await build({
    ...common,
    entryPoints: ['renderer/viewer/app.ts'],
    outdir: dist,
    platform: 'browser',
    target: 'chrome110',
    format: 'iife',
    minify: true,
    sourcemap: false,
    write: false,
    metafile: true,
    define: { ORRERY_VERSION: JSON.stringify(version) },
    // Escapes a closing script tag inside the inline script.
    supported: { 'inline-script': false },
    plugins: [oneFont],
    loader: { ...common.loader, '.woff2': 'dataurl' },
  })
  for (const path of Object.keys(metafile.inputs)) taken.add(resolve(root, path))
  const textOf = (/** @type {string} */ end) =>
    outputFiles.find(({ path }) => path.endsWith(end))?.text.trim() ?? ''
  // On a fresh clone this may be ready before any bundle that creates the folder.
  await mkdir(resolve(root, dist), { recursive: true })
  await writeFile(resolve(root, `${dist}/graph-app.html`), pageWith(textOf('.js'), textOf('.css')))
}

/**
 * Takes the letters of Latin alone from the font for words, and no font for code, which this page has none of: all
 * subsets together would be ten times the page.
 */
const oneFont = {
  name: 'orrery-one-font',
  /** @param {import('esbuild').PluginBuild} build */
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@fontsource-variable\/jetbrains-mono/ }, ({ path }) => ({
      path,
      namespace: 'none',
    }))
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: '', loader: 'css' }))
    onLoad({ filter: /fontsource-variable[\\/]inter[\\/]wght\.css$/ }, async ({ path }) => {
      const faces = await readFile(path, 'utf8')
      const latin = faces.indexOf('/* inter-latin-wght-normal */')
      if (latin < 0) throw new Error(`${path} has no face for Latin`)
      return { contents: faces.slice(latin), loader: 'css', resolveDir: dirname(path) }
    })
  },
}

/** Returns a page whose policy allows only its one inline script, one style, and the font in it. */
function pageWith(/** @type {string} */ script, /** @type {string} */ style) {
  const hash = (/** @type {string} */ text) =>
    `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; font-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><title>Orrery</title><style>${style}</style></head><body><script>${script}</script></body></html>`
}

async function buildHosts() {
  await Promise.all([
    bundle('electron/main.ts', `${dist}/main.mjs`),
    bundle('electron/preload.ts', `${dist}/preload.cjs`, { format: 'cjs' }),
    bundle('electron/web/main.ts', `${dist}/web.mjs`),
    bundle('electron/cli/check/main.ts', `${dist}/check.mjs`),
    bundle('electron/cli/keys/main.ts', `${dist}/keys.mjs`),
    bundle('electron/cli/mcp/main.ts', `${dist}/mcp.mjs`),
    bundle('electron/cli/main.ts', `${dist}/orrery.mjs`, {
      format: 'esm',
      banner: { js: `#!/usr/bin/env node\n${banner.js}` },
    }),
  ])
}

async function buildPage() {
  const vite = await import('vite')
  const witness = {
    name: 'orrery-notices',
    generateBundle(_options, chunks) {
      for (const chunk of Object.values(chunks))
        for (const id of Object.keys(chunk.modules ?? {})) taken.add(id)
    },
  }
  const worker = { plugins: () => [witness] }
  await vite.build({
    configFile: `${root}renderer/vite.config.ts`,
    logLevel: 'warn',
    plugins: [witness],
    worker,
  })
  await compressPage(resolve(root, dist, 'page'))
}

/** Files below this size, bytes, fit into a packet or two anyway. */
const MIN_COMPRESSED_BYTES = 1024

/** Writes a compressed copy beside each text of the page, which the browser host sends as it is. */
async function compressPage(/** @type {string} */ folder) {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:js|css|html|svg)$/.test(name)) continue
    const text = await readFile(resolve(folder, name))
    if (text.length >= MIN_COMPRESSED_BYTES)
      await writeFile(resolve(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

async function writeNotices() {
  const notices = await Promise.all(packageFolders(root, taken).map((folder) => noticeOf(root, folder)))
  const text = noticesText(notices)
  // One copy beside the programs, one where the page's About dialog reads it.
  for (const place of [dist, `${dist}/page`])
    await writeFile(resolve(root, place, 'THIRD-PARTY-NOTICES.txt'), text)
}

const parts = { servers: buildServers, hosts: buildHosts, page: buildPage }

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2)
  const chosen = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  await Promise.all(chosen.map(([, run]) => run()))
  if (wanted.length === 0) await writeNotices()
  await chmod(resolve(root, dist, 'orrery.mjs'), 0o755).catch(() => undefined)
}
