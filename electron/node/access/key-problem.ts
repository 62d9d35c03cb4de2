import { existsSync, readFileSync } from 'node:fs'
import { keyFile } from './key-file.ts'
import { readAccess } from './keys.ts'

/** Why a server would not start with the keys of a folder; undefined where it would. */
export function keyProblem(folder: string): string | undefined {
  const path = keyFile(folder)
  if (!existsSync(path)) return undefined
  try {
    readAccess(readFileSync(path, 'utf8'))
    return undefined
  } catch (error) {
    return `${path} cannot be used: ${(error as Error).message}`
  }
}
