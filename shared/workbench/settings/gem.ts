import { text } from './setting.ts'

/** What concerns environments. */
export const gemSettings = {
  /** Folder with environments of the person's own, read by the embedded server at its start; empty: none. */
  plugins: text('gem.plugins', '', /^(?:\/|[A-Za-z]:[\\/]).+/),
} as const
