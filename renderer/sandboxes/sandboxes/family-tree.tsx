import { useState } from 'react'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { runCommand } from '../../app/run-command.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Tree } from '../../ui/tree.tsx'
import { useShown } from '../sessions/shown.ts'
import { useChoices } from './choices.ts'
import { familyOf } from './family.ts'
import { nameOf, useSandboxes } from './sandbox-store.ts'
import { StateBadge } from './state-badge.tsx'
import { shortSandboxId } from './title.ts'

/** Rows shown without scrolling. */
const MAX_ROWS = 12

/** The sandboxes and images related to a sandbox, each below its origin. */
export function FamilyTree({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const all = useSandboxes((state) => state.sandboxes)
  const images = useChoices(sandbox.platform).choices?.images ?? []
  const rows = familyOf(sandbox, all, images)
  const own = rows.findIndex((row) => row.sandbox?.sandboxId === sandbox.sandboxId)
  const [active, setActive] = useState<number>()
  const act = (index: number): void => {
    const row = rows[index]
    if (row?.sandbox) useShown.setState({ place: placeOf(row.sandbox) })
    else if (row?.image !== undefined) void runCommand('sandboxes.start', row.image)
  }
  return (
    <section>
      <h3>{t('sandboxes.family')}</h3>
      <Stack style={{ height: `calc(${Math.min(rows.length, MAX_ROWS)} * var(--row-dense) + 8px)` }}>
        <Tree
          label={t('sandboxes.family')}
          rows={rows}
          keyOf={({ key }) => key}
          isOpen={() => undefined}
          active={active ?? own}
          onActive={setActive}
          onToggle={() => undefined}
          onAct={act}
        >
          {(row) =>
            row.sandbox ? (
              <Stack as="span" row gap={2}>
                <Text strong={row.sandbox.sandboxId === sandbox.sandboxId}>
                  {nameOf(row.sandbox) ?? shortSandboxId(row.sandbox)}
                </Text>
                <StateBadge sandbox={row.sandbox} />
              </Stack>
            ) : (
              <code>{row.image}</code>
            )
          }
        </Tree>
      </Stack>
    </section>
  )
}
