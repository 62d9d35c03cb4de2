import { sandboxEvents } from '#shared/sandbox/states.ts'
import type { MessageKey } from '../../i18n/text.ts'

/** Texts for platforms' start phases; unknown ones are shown by name. */
const KNOWN: Readonly<Record<string, MessageKey>> = {
  image_pull: 'sandboxes.phase.imagePull',
  docker_run: 'sandboxes.phase.run',
}

export const phaseKey = (name: string): MessageKey => KNOWN[name] ?? 'sandboxes.phase.other'

const STATUSES = ['waiting', 'running', 'success', 'failed', 'timeout'] as const

export const phaseStatusKey = (status: string) =>
  `sandboxes.phase.status.${STATUSES.find((known) => known === status) ?? 'other'}` as const

/** What changed a sandbox's state. */
export const eventKey = (event: string) =>
  `sandboxes.event.${sandboxEvents.find((known) => known === event) ?? 'other'}` as const
