import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where Orrery keeps everything: the system's usual place, or `ORRERY_DATA`. */
export function defaultDataFolder(): string {
  const named = process.env['ORRERY_DATA']
  if (named) return named
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Orrery')
  if (process.platform === 'win32')
    return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Orrery')
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'orrery')
}
