import { join } from 'node:path'
import { repository } from '../repository.ts'

/** Bundles a command line program as it is shipped. */
export async function built(name: 'check' | 'keys' | 'mcp', folder: string): Promise<string> {
  const { build } = await import('esbuild')
  const outfile = join(folder, `${name}.mjs`)
  const js = `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`
  const entryPoints = [join(repository(), 'electron/cli', name, 'main.ts')]
  const loader = { '.yaml': 'text', '.md': 'text' } as const
  await build({
    entryPoints,
    outfile,
    loader,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'esm',
    banner: { js },
  })
  return outfile
}
