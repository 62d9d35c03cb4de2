import { number, toggle } from './setting.ts'

/** Settings of terminals. */
export const terminalSettings = {
  pasteGuard: toggle('terminal.pasteGuard', true),
  copyOnSelect: toggle('terminal.copyOnSelect', false),
  screenReader: toggle('terminal.screenReader', false),
  notifyAfter: number('terminal.notifyAfter', 10, { min: 1, max: 3600, unit: 's' }),
} as const
