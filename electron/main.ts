import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDesktop } from './shell/desktop.ts'

// Electron waits with `ready` until this module has run to its end, so nothing here may be awaited.
startDesktop(dirname(fileURLToPath(import.meta.url)))
