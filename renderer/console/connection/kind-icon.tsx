import { Activity, Boxes, Plug } from 'lucide-react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { StateDot } from '../../ui/state-dot.tsx'

const ICONS = { model: Plug, platform: Boxes, telemetry: Activity } as const

/** State and kind of a connection, in front of its name; decorative. */
export function KindIcon({ connection: { kind, state } }: { readonly connection: Connection }) {
  const Icon = ICONS[kind]
  return (
    <>
      <StateDot state={state} />
      <Icon size={14} aria-hidden />
    </>
  )
}
