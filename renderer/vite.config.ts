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

export default defineConfig({
  root,
  base: './',
  plugins: [noHostCode(), react()],
  worker: { format: 'es', plugins: () => [noHostCode()] },
  build: {
    outDir: `../${process.env['ORRERY_DIST'] ?? 'dist'}/page`,
    emptyOutDir: true,
    target: 'chrome140',
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
  },
})
