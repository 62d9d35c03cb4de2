import { isDeepStrictEqual } from 'node:util'
import type { Notice } from '#shared/workbench/areas/host.ts'
import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Host } from './host.ts'

/** Schemes that may be opened externally; a model file must not open `file:` or `javascript:` URLs. */
const OPENABLE = new Set(['http:', 'https:', 'mailto:'])

/** Notices stay until they are dismissed, so that a page that opens later still shows them. */
export class NoticeBoard {
  #notices: Notice[] = []
  readonly #emit: WorkbenchEmit

  constructor(emit: WorkbenchEmit) {
    this.#emit = emit
  }

  get all(): Notice[] {
    return this.#notices
  }

  /** Adds a notice unless it is already present: a server reports a damaged file on every start. */
  post(notice: Omit<Notice, 'id'>): void {
    if (this.#notices.some((shown) => isDeepStrictEqual(shown, { ...notice, id: shown.id }))) return
    const posted = { ...notice, id: `notice-${Date.now()}-${this.#notices.length}` }
    this.#notices = [...this.#notices, posted]
    this.#emit('host.notice', posted)
  }

  dismiss(id: string): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id)
  }
}

export function hostCalls(host: Host, notices: NoticeBoard): AreaHandlers<'host'> {
  return {
    capabilities: () => host.capabilities,
    notices: () => notices.all,
    dismissNotice: ({ id }) => {
      notices.dismiss(id)
      return null
    },
    async openExternal({ url }) {
      if (!OPENABLE.has(new URL(url).protocol)) {
        throw workbenchError('ADDRESS_REFUSED', { protocol: new URL(url).protocol })
      }
      await host.openExternal(url)
      return null
    },
    openWindow({ bench }) {
      if (host.openWindow === undefined) {
        throw workbenchError('NO_WINDOWS')
      }
      host.openWindow(bench)
      return null
    },
  }
}
