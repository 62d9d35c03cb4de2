import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'esbuild'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * The page is sandboxed: a Node builtin or Electron in its bundle is a mistake and fails the build with its
 * name.
 */
function noHostCode(): Plugin {
  return {
    name: 'orrery:no-host-code',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== 'electron' && !isBuiltin(source)) return null
      throw new Error(
        `The page must not import "${source}" (imported by ${importer ?? 'the entry'}). Move it behind the contract.`,
      )
    },
  }
}

/** Bundles the viewer into one script and one style, for exported pages (renderer/viewer). */
function bundledViewer(): Plugin {
  const id = 'virtual:viewer'
  return {
    name: 'orrery:viewer',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    async load(source) {
      if (source !== `\0${id}`) return null
      const { outputFiles } = await build({
        entryPoints: [`${root}viewer/exported.ts`],
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'chrome110',
        write: false,
        // `</script>` in the code would end the script element.
        supported: { 'inline-script': false },
      })
      const style = (await readFile(`${root}viewer/viewer.css`, 'utf8')).replaceAll(/\s+/g, ' ')
      return `export const script = ${JSON.stringify(outputFiles[0]?.text)}\nexport const style = ${JSON.stringify(style)}`
    },
  }
}

/**
 * The view of each bench, by the bench's id in an address. A fresh window shows the first, or the second where that
 * was closed.
 */
const VIEWS = {
  start: 'start/start.tsx',
  explorer: 'explorer/explorer.tsx',
  query: 'query/query.tsx',
  sandboxes: 'sandboxes/sandbox-bench.tsx',
  environments: 'environments/environments.tsx',
  console: 'console/console.tsx',
  investigations: 'investigations/investigations.tsx',
  settings: 'settings/settings.tsx',
}

/** Key of {@link START_CLOSED} (renderer/app/route.ts). */
const START_CLOSED = 'orrery-start-closed'

/**
 * The code of the bench that the address names, and the fonts, are fetched beside the page's own code instead of
 * after it has run. Only a script of the page knows the address: it is small, and of its own, since the policy
 * allows none inline.
 */
function preloadFirstBench(): Plugin {
  return {
    name: 'orrery:preload-first-bench',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((file) =>
          /(inter|mono)-latin-wght-normal.*\.woff2$/.test(file),
        )
        const first = Object.keys(bundle).find((file) => /\bfirst-bench-.*\.js$/.test(file))
        if (first === undefined) throw new Error('The script that preloads the first bench is missing.')
        return [
          ...fonts.map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', crossorigin: true, href: `./${file}`, as: 'font', type: 'font/woff2' },
            injectTo: 'head' as const,
          })),
          { tag: 'script', attrs: { src: `./${first}`, async: true }, injectTo: 'head' as const },
        ]
      },
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const filesOf = (chunk: (typeof chunks)[number] | undefined): string[] =>
        chunk ? [chunk.fileName, ...chunk.imports] : []
      const there = new Set(filesOf(chunks.find(({ isEntry }) => isEntry)))
      const needed = Object.entries(VIEWS).map(([id, view]) => {
        const scripts = filesOf(
          chunks.find(({ facadeModuleId }) => facadeModuleId === `${root}${view}`),
        ).filter((file) => !there.has(file))
        const styles = scripts.flatMap((file) => [
          ...(chunks.find(({ fileName }) => fileName === file)?.viteMetadata?.importedCss ?? []),
        ])
        return [id, [...scripts, ...styles]] as const
      })
      this.emitFile({ type: 'asset', name: 'first-bench.js', source: preloading(Object.fromEntries(needed)) })
    },
  }
}

/** A script that asks for the files of the bench in the address. */
function preloading(files: Record<string, readonly string[]>): string {
  const [first, second] = Object.keys(VIEWS)
  return `{
const files = ${JSON.stringify(files)}
const [, id] = /^#\\/([a-z]+)/.exec(location.hash) ?? []
const fresh = localStorage.getItem(${JSON.stringify(START_CLOSED)}) === null ? '${first}' : '${second}'
for (const file of files[id] ?? files[fresh]) {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = new URL(file, document.baseURI)
  document.head.append(link)
}
}
`
}

export default defineConfig({
  root,
  base: './',
  plugins: [noHostCode(), bundledViewer(), preloadFirstBench(), react()],
  worker: { format: 'es', plugins: () => [noHostCode()] },
  build: {
    outDir: resolve(root, '..', process.env['ORRERY_DIST'] ?? 'dist', 'page'),
    emptyOutDir: true,
    target: 'chrome140',
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
  },
})
