import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A path that this user may not stat is reported when it is opened. */
export function isOtherThanFolder(path: string): boolean {
  try {
    return !statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Why this user cannot write to a folder, or make it where it is missing; undefined where it can. */
export function whyUnwritable(path: string): string | undefined {
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      accessSync(at, constants.W_OK | constants.X_OK)
      return undefined
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' || at === dirname(at)) return message.replace(/, access .*/, '')
    }
  }
}
