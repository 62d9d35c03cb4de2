import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDesktop } from './shell/desktop.ts'

// Electron delays `ready` until this module has finished, so nothing here may be awaited.
startDesktop(dirname(fileURLToPath(import.meta.url)))
