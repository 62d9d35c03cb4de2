import { useEffect } from 'react'
import { recordRecent } from '../app/recents.ts'
import { useRoute } from '../app/route.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { followLoans } from './sandboxes/loans.tsx'
import { refreshSandboxes, useNameOf, useSandbox, useSandboxes } from './sandboxes/sandbox-store.ts'
import { loadStartMemory } from './sandboxes/start-memory.ts'
import { shortSandboxId } from './sandboxes/title.ts'
import { notifyEnded } from './sessions/ended-notice.ts'
import { useShown } from './sessions/shown.ts'
import { loadTerminals, onBlockEnd } from './sessions/view.ts'

/** Poll interval of the list in milliseconds while visible; polling never keeps a sandbox alive. */
const READ_EVERY_MS = 5000

/** Loads stored state once, and polls the list while the bench is visible. */
export function useSandboxPolling(): void {
  const generation = useWorkbench((state) => state.generation)
  const states = useWorkbench((state) => state.connections.map(({ id, state: now }) => `${id} ${now}`).join())
  const isActive = useRoute((state) => state.bench === 'sandboxes')
  useEffect(() => {
    void loadStartMemory()
    return onBlockEnd(notifyEnded)
  }, [])
  useEffect(() => {
    if (generation > 0) void loadTerminals().catch(() => undefined)
    return generation > 0 ? followLoans() : undefined
  }, [generation])
  useEffect(() => void (generation > 0 && refreshSandboxes()), [generation, states])
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => void (document.hidden || refreshSandboxes()), READ_EVERY_MS)
    return () => clearInterval(timer)
  }, [isActive])
  useEffect(() => workbench.on('sandboxes.changed', () => void refreshSandboxes()), [])
}

/** Remembers the sandbox in use, to be restored. */
export function useRememberPlace(): void {
  const place = useShown((state) => state.place)
  const sandbox = useSandbox(place)
  const isActive = useRoute((state) => state.bench === 'sandboxes')
  const name = useNameOf(place, sandbox) ?? sandbox?.image ?? ''
  const title = sandbox ? `${name} ${shortSandboxId(sandbox)}`.trim() : undefined
  useEffect(() => {
    if (isActive && place !== undefined && title !== undefined) recordRecent('sandbox', place, title)
  }, [isActive, place, title])
}

/** On app start, selects the sandbox shown last, otherwise the newest. */
export function useFirstPlace(): void {
  const { loaded, sandboxes } = useSandboxes()
  const place = useShown((state) => state.place)
  useEffect(() => {
    if (!loaded || place !== undefined) return
    const first =
      sandboxes.find(({ kind, isAlive }) => kind === 'sandbox' && isAlive) ??
      sandboxes.find(({ kind }) => kind === 'sandbox')
    if (first) useShown.setState({ place: `${first.platform}/${first.sandboxId}` })
  }, [loaded, place, sandboxes])
}
