import { choice } from './setting.ts'

/** What concerns the explorer. */
export const explorerSettings = {
  layout: choice('explorer.layout', 'layered', ['layered', 'force', 'radial', 'grid']),
} as const
