import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../i18n/text.ts'
import { Tabs } from '../ui/tabs.tsx'
import { FilesView } from './files/files-view.tsx'
import { TransferList } from './files/transfer-list.tsx'
import { PortsView } from './ports/ports-view.tsx'
import { Overview } from './sandboxes/overview.tsx'
import { SandboxHeader } from './sandboxes/sandbox-header.tsx'
import { SECTIONS, type Section, useShown } from './sessions/shown.ts'
import { TerminalArea } from './terminals/terminal-area.tsx'
import styles from './sandbox-bench.module.css'

/** One sandbox: its header, and one of its views. */
export function SandboxWorkspace({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const section = useShown((state) => state.section)
  const box = sandbox.kind === 'box'
  const sections: readonly Section[] = box ? SECTIONS : ['overview']
  const shown = box ? section : 'overview'
  return (
    <div className={styles['workspace']}>
      <SandboxHeader sandbox={sandbox} />
      <Tabs
        label={t('sandboxes.sections')}
        tabs={sections.map((id) => ({ id, label: t(`sandboxes.section.${id}`) }))}
        value={shown}
        onChange={(section) => useShown.setState({ section })}
      >
        {shown === 'terminals' ? <TerminalArea sandbox={sandbox} /> : null}
        {shown === 'files' ? <FilesView sandbox={sandbox} /> : null}
        {shown === 'ports' ? <PortsView sandbox={sandbox} /> : null}
        {shown === 'overview' ? <Overview sandbox={sandbox} /> : null}
      </Tabs>
      <TransferList />
    </div>
  )
}
