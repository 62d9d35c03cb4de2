import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, with a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Paths, relative to the root, of all tracked or untracked files that git does not ignore. */
export const tracked: readonly string[] = listed()

function listed(): string[] {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard']
    const options = {
      cwd: root,
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    } satisfies ExecFileSyncOptions
    return execFileSync('git', args, { ...options, encoding: 'utf8' })
      .trim()
      .split('\n')
  } catch {
    return walked()
  }
}

/** `tracked` without git, or without a repository. */
export function walked(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === '.git' || isIgnored(entry.name)) return []
    return entry.isDirectory() ? walked(`${folder}${entry.name}/`) : [`${folder}${entry.name}`]
  })
}

/** The lines of our .gitignore are names, or suffixes of names. */
function isIgnored(name: string): boolean {
  return readFileSync(join(root, '.gitignore'), 'utf8')
    .trim()
    .split('\n')
    .some((line) => (line.startsWith('*') ? name.endsWith(line.slice(1)) : line.replace(/\/$/, '') === name))
}
