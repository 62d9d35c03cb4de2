import { statSync } from 'node:fs'

/** A path that this user may not stat is reported when it is opened. */
export function isOtherThanFolder(path: string): boolean {
  try {
    return !statSync(path).isDirectory()
  } catch {
    return false
  }
}
