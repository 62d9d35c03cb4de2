import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The page runs in a sandbox: a Node builtin or Electron in its bundle is a mistake that must fail the build, by name. */
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

/**
 * The bench that a fresh window shows is fetched beside the page's own code instead of after it has run: one round trip less
 * before a window is usable.
 */
function preloadFirstBench(): Plugin {
  return {
    name: 'orrery:preload-first-bench',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/explorer/explorer.tsx'))
        const entry = chunks.find(({ isEntry }) => isEntry)
        const there = new Set(entry ? [entry.fileName, ...entry.imports] : [])
        const files = first ? [first.fileName, ...first.imports] : []
        return files
          .filter((file) => !there.has(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
            injectTo: 'head',
          }))
      },
    },
  }
}

export default defineConfig({
  root,
  base: './',
  plugins: [noHostCode(), preloadFirstBench(), react()],
  worker: { format: 'es', plugins: () => [noHostCode()] },
  build: {
    outDir: `../${process.env['ORRERY_DIST'] ?? 'dist'}/page`,
    emptyOutDir: true,
    target: 'chrome140',
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
  },
})
