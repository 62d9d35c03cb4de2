import type { MessageKey } from '../../i18n/text.ts'

/** What platforms call the steps of a start, in people's words; one that is not known here keeps its name. */
const KNOWN: Readonly<Record<string, MessageKey>> = {
  image_pull: 'sandboxes.phase.imagePull',
  docker_run: 'sandboxes.phase.run',
}

export const phaseKey = (name: string): MessageKey => KNOWN[name] ?? 'sandboxes.phase.other'
