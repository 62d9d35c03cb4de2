import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { WORKSPACES } from '../store/model-backup.ts'

/** From this size on, in bytes, starting takes seconds, half of them for garbage collection. */
const LARGE = 64 * 1024 ** 2

/**
 * Node's options for a model server with its files in `data`. What it reads survives, and is copied twice before it
 * leaves the young generation; with one of 64 MB the server is ready in half the time (docs/performance.md). A process
 * cannot set that for itself, and a small model would only take more memory.
 */
export function nodeOptionsFor(data: string): string[] {
  return bytesIn(join(data, WORKSPACES)) < LARGE ? [] : ['--max-semi-space-size=64']
}

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0)
}

/** A snapshot that was just replaced counts for nothing. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
