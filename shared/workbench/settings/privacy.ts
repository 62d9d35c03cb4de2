import { toggle } from './setting.ts'

/** What may leave the machine, or lie on it unencrypted. Orrery sends no telemetry, so there is nothing to switch off. */
export const privacySettings = {
  plainSecrets: toggle('privacy.plainSecrets', false),
  updateCheck: toggle('privacy.updateCheck', false),
} as const
