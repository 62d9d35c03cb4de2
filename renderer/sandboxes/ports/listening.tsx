import { PanelRight } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { placeOf } from '#shared/terminals/terminal.ts'
import type { ListeningPort, SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { useTransientCommands } from '../../app/commands.ts'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { useActions } from '../sandboxes/sandbox-actions.ts'
import { useSandboxes } from '../sandboxes/sandbox-store.ts'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { showSection } from '../sessions/shown.ts'
import { openPanel } from './panel.ts'

/** Poll interval in milliseconds while visible; polling never keeps a sandbox alive. */
const POLL_INTERVAL_MS = 2000

/** Ports that programs listen on, by place. */
const useListeningPorts = create<Readonly<Record<string, readonly ListeningPort[]>>>(() => ({}))

const none: readonly ListeningPort[] = []

export const useListening = (sandbox: SandboxInfo): readonly ListeningPort[] =>
  useListeningPorts((state) => state[placeOf(sandbox)]) ?? none

/** Polls the ports a sandbox's programs listen on while it is shown. */
export function useFollowPorts({ platform, sandboxId, isAlive, paused = false }: SandboxInfo): void {
  const reportsPorts = useSandboxes((state) => state.features[platform]?.ports === true)
  const watched = reportsPorts && isAlive && !paused
  const subject = watched ? placeOf({ platform, sandboxId }) : undefined
  usePolling(subject, POLL_INTERVAL_MS, async (signal) => {
    const ports = await workbench.call('sandboxes.ports', { platform, sandboxId }, { signal })
    const place = placeOf({ platform, sandboxId })
    const before = useListeningPorts.getState()[place] ?? none
    if (JSON.stringify(before) !== JSON.stringify(ports)) useListeningPorts.setState({ [place]: ports })
  })
  useEffect(() => {
    if (subject === undefined) return undefined
    return () => useListeningPorts.setState({ [subject]: none })
  }, [subject])
}

type SandboxPlace = Pick<SandboxInfo, 'platform' | 'sandboxId'>

/** Forwards a port to this machine and shows its page in the panel. */
export async function openPort({ platform, sandboxId }: SandboxPlace, port: number): Promise<void> {
  try {
    const { id } = await workbench.call('sandboxes.forward', { platform, sandboxId, port })
    openPanel(id)
    showSection('ports')
  } catch (error) {
    useActions.setState({ problem: { ...toFailure(error), place: placeOf({ platform, sandboxId }) } })
  }
}

/** The number of open ports; not part of the tab's accessible name, since buttons and list name them. */
export function PortCount({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const { length } = useListening(sandbox)
  if (length === 0) return null
  return (
    <span aria-hidden>
      <Badge tone="accent">{length}</Badge>
    </span>
  )
}

/** Maximum ports with a button beside the tabs; the others are listed under Ports. */
const MAX_BUTTONS = 2

/** Buttons such as `8123 · http.server`, which show the port's page. */
export function PortButtons({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const ports = useListening(sandbox)
  const { platform, sandboxId } = sandbox
  const noForward = useUnsupportedFeature()('portForward', platform)
  const shown = useMemo(() => ports.slice(-MAX_BUTTONS), [ports])
  const commands = useMemo(
    () =>
      ports.map(({ port, program }) => ({
        id: `ports.show.${port}`,
        group: t('app.bench.sandboxes'),
        title: t('sandboxes.ports.found.command', { port, program }),
        disabled: noForward,
        run: () => openPort({ platform, sandboxId }, port),
      })),
    [noForward, platform, ports, sandboxId, t],
  )
  useTransientCommands(commands)
  return shown.map(({ port, program }) => (
    <Button key={port} tone="quiet" reason={noForward} onClick={() => void openPort(sandbox, port)}>
      <PanelRight size={14} aria-hidden />
      <span className="visually-hidden">{t('sandboxes.ports.found.show')}</span>
      {port}
      <span className="words-with-room"> · {program}</span>
    </Button>
  ))
}
