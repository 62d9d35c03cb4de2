import { existsSync, realpathSync, statSync } from 'node:fs'
import { isOtherThanFolder } from '../node/folder-check.ts'
import { OptionError } from './option-error.ts'

/** A missing folder has no keys yet. */
export function accessFolder(path: string | boolean | undefined): string | undefined {
  if (typeof path !== 'string') return undefined
  if (path === '' || isOtherThanFolder(path)) throw new OptionError(`--access ${path} is not a folder`)
  return path
}

/** Creates the folder if it does not exist. */
export function dataFolder(path: string): string {
  if (path === '') throw new OptionError('--data must not be empty; it names a folder')
  if (isOtherThanFolder(path)) throw new OptionError(`--data ${path} is not a folder`)
  return path
}

/**
 * Undefined for an empty value: a host that installed a bundle passes nothing, or the unexpanded placeholder,
 * if the user chose no file.
 */
export function telemetryFile(path: string | boolean | undefined): string | undefined {
  if (typeof path !== 'string' || /^(?:\$\{user_config\.\w+\})?$/.test(path)) return undefined
  if (!existsSync(path) || !statSync(path).isFile()) throw new OptionError(`--telemetry ${path} is no file`)
  return path
}

/**
 * Undefined where keys make the callers people other than the server's owner: its working directory is then nobody's intention, and `/`
 * for a service of systemd.
 */
export function importRoot(value: string | boolean | undefined, hasKeys: boolean): string | undefined {
  const isNamed = typeof value === 'string' && value !== ''
  if (!isNamed && hasKeys) return undefined
  const path = isNamed ? value : '.'
  if (!existsSync(path)) throw new OptionError(`--import-root ${path} does not exist`)
  if (isOtherThanFolder(path)) throw new OptionError(`--import-root ${path} is not a folder`)
  return realpathSync(path)
}
