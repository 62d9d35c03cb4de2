import { homedir } from 'node:os'
import { join } from 'node:path'

/** The data folder: `ORRERY_DATA`, or the usual place of the operating system. */
export function defaultDataFolder(): string {
  const named = process.env['ORRERY_DATA']
  if (named) return named
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Orrery')
  if (process.platform === 'win32')
    return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Orrery')
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'orrery')
}
