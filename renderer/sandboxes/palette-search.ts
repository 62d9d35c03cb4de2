import { placeOf } from '#shared/terminals/terminal.ts'
import type { SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { text } from '../i18n/text.ts'
import { nameOf, refreshSandboxes, useSandboxes } from './sandboxes/sandbox-store.ts'

/** Searches the sandboxes of all platforms. */
export async function searchSandboxes(): Promise<readonly SearchResult[]> {
  if (!useSandboxes.getState().loaded) await refreshSandboxes()
  return useSandboxes
    .getState()
    .sandboxes.filter(({ kind }) => kind === 'sandbox')
    .map((sandbox) => ({
      id: `sandboxes:${placeOf(sandbox)}`,
      title: nameOf(sandbox) ?? sandbox.image ?? sandbox.sandboxId,
      group: text('app.bench.sandboxes'),
      more: sandbox.sandboxId,
      run: () => openWith('sandboxes.show', { place: placeOf(sandbox) }),
    }))
}
