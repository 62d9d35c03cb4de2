import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { MessageKey } from '../../i18n/text.ts'

/** What platforms call the steps of a start, in people's words; one that is not known here keeps its name. */
const KNOWN: Readonly<Record<string, MessageKey>> = {
  image_pull: 'sandboxes.phase.imagePull',
  docker_run: 'sandboxes.phase.run',
}

export const phaseKey = (name: string): MessageKey => KNOWN[name] ?? 'sandboxes.phase.other'

/** Whether its start came to an end without it: platforms leave such a one pending, and show it by the step that failed. */
export const didNotStart = ({ state, phases }: Pick<SandboxInfo, 'state' | 'phases'>): boolean =>
  state === 'pending' && Object.values(phases).some(({ status }) => /^(?:failed|timeout)$/i.test(status))
