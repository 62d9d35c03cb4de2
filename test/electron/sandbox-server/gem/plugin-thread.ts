import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Builds the entry file of plugin threads, which the server has beside itself. */
export async function buildThread(folder: string): Promise<URL> {
  const outfile = join(folder, 'plugin-thread.mjs')
  const entry = fileURLToPath(
    new URL('../../../../electron/sandbox-server/gem/javascript/thread.ts', import.meta.url),
  )
  await build({
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    entryPoints: [entry],
    outfile,
  })
  return pathToFileURL(outfile)
}
