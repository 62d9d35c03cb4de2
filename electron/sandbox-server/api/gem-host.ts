import type { GemHost } from '../gem/index.ts'
import type { Sandboxes } from '../lifecycle/sandboxes.ts'

/** GEM environments as light sandboxes: listed, kept alive, expired and stopped like any other, without processes. */
export const gemHost = (sandboxes: Sandboxes): GemHost => ({
  open: (envId) => ({ sandboxId: sandboxes.openLight(envId).id }),
  touch: (id) => sandboxes.touch(id),
  close: (id) => sandboxes.stop(id),
  onClosed: (listener) => sandboxes.onClosed(listener),
})
