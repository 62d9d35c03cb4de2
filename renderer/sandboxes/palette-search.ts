import { placeOf } from '#shared/terminals/terminal.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { SearchResult } from '../app/bench.ts'
import { openWith } from '../app/intents.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { text } from '../i18n/text.ts'
import { nameOf as fileName, useTrees } from './files/tree-store.ts'
import { nameOf, refreshSandboxes, useSandboxes } from './sandboxes/sandbox-store.ts'
import { homeOf, useTerminals } from './sessions/view.ts'

const titleOf = (sandbox: SandboxInfo): string => nameOf(sandbox) ?? sandbox.image ?? sandbox.sandboxId

/** Searches the sandboxes of all platforms. */
export async function searchSandboxes(): Promise<readonly SearchResult[]> {
  if (!useSandboxes.getState().loaded) await refreshSandboxes()
  return useSandboxes
    .getState()
    .sandboxes.filter(({ kind }) => kind === 'sandbox')
    .map((sandbox) => ({
      id: `sandboxes:${placeOf(sandbox)}`,
      title: titleOf(sandbox),
      group: text('app.bench.sandboxes'),
      more: sandbox.sandboxId,
      run: () => openWith('sandboxes.show', { place: placeOf(sandbox) }),
    }))
}

/** Shorter texts are part of too many names. */
const MIN_TYPED = 3
/** Maximum sandboxes searched, and files listed of each. */
const MAX_SANDBOXES = 4
const MAX_FILES = 8

/**
 * Searches files by name where work goes on in sandboxes of this computer: a search runs a program there, which in
 * sandboxes of a shared platform nobody asked for.
 */
export async function searchFiles(typed: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
  if (typed.length < MIN_TYPED || /\s/.test(typed)) return []
  const own = new Set(
    useWorkbench.getState().connections.flatMap(({ id, embedded }) => (embedded ? [id] : [])),
  )
  const running = useSandboxes
    .getState()
    .sandboxes.filter(({ platform, isAlive, paused }) => own.has(platform) && isAlive && !paused)
  const lists = await Promise.allSettled(
    running.slice(0, MAX_SANDBOXES).map((sandbox) => filesOf(sandbox, typed, signal)),
  )
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}

async function filesOf(sandbox: SandboxInfo, typed: string, signal: AbortSignal): Promise<SearchResult[]> {
  const { platform, sandboxId } = sandbox
  const place = placeOf(sandbox)
  const root = useTrees.getState()[place]?.root
  const folder = root === undefined || root === '/' ? homeOf(useTerminals.getState(), place) : root
  if (folder === undefined) return []
  const paths: string[] = []
  await workbench.call(
    'sandboxes.searchFiles',
    {
      platform,
      sandboxId,
      path: folder,
      what: 'names',
      text: typed,
      caseSensitive: false,
      wholeWord: false,
      regex: false,
    },
    { signal, onProgress: ({ matches }) => paths.push(...matches.map(({ path }) => path)) },
  )
  return paths.slice(0, MAX_FILES).map((path) => ({
    id: `file:${place}:${path}`,
    title: fileName(path),
    group: text('sandboxes.section.files'),
    more: `${path} · ${titleOf(sandbox)}`,
    run: () => openWith('sandboxes.show', { place, path }),
  }))
}
