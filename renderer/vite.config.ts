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

/** Shown by a fresh window. */
const FIRST = '/start/start.tsx'

/**
 * The start page and its fonts are preloaded beside the page's code instead of after it has run, which saves
 * a round trip before a window is usable. Other benches are loaded on demand.
 */
function preloadFirstPage(): Plugin {
  return {
    name: 'orrery:preload-first-page',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const first = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(FIRST))
        const entry = chunks.find(({ isEntry }) => isEntry)
        const filesOf = (chunk: typeof entry): string[] => (chunk ? [chunk.fileName, ...chunk.imports] : [])
        const stylesOf = (files: readonly string[]): string[] =>
          chunks.flatMap((chunk) =>
            files.includes(chunk.fileName) ? [...(chunk.viteMetadata?.importedCss ?? [])] : [],
          )
        const there = filesOf(entry)
        const scripts = [...new Set(first.flatMap(filesOf))].filter((file) => !there.includes(file))
        const styles = stylesOf(scripts).filter((file) => !stylesOf(there).includes(file))
        const link = (rel: string, file: string) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        })
        const fonts = Object.keys(bundle).filter((file) =>
          /(inter|mono)-latin-wght-normal.*\.woff2$/.test(file),
        )
        return [
          ...fonts.map((file) => ({
            ...link('preload', file),
            attrs: { ...link('preload', file).attrs, as: 'font', type: 'font/woff2' },
          })),
          ...scripts.map((file) => link('modulepreload', file)),
          ...styles.map((file) => link('stylesheet', file)),
        ]
      },
    },
  }
}

export default defineConfig({
  root,
  base: './',
  plugins: [noHostCode(), bundledViewer(), preloadFirstPage(), react()],
  worker: { format: 'es', plugins: () => [noHostCode()] },
  build: {
    outDir: resolve(root, '..', process.env['ORRERY_DIST'] ?? 'dist', 'page'),
    emptyOutDir: true,
    target: 'chrome140',
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
  },
})
