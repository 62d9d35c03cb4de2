import { text, toggle } from './setting.ts'

/** What may leave the machine, or lie on it unencrypted. Orrery sends no telemetry, so there is nothing to switch off. */
export const privacySettings = {
  plainSecrets: toggle('privacy.plainSecrets', false),
  /** Address of a JSON file `{version, url}`; empty: nobody is asked. */
  updateFeed: text('privacy.updateFeed', '', /^https:\/\/\S+$/),
} as const
