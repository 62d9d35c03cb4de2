import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { useText } from '../i18n/text.ts'
import { FilesView } from './files/files-view.tsx'
import { TransferList } from './files/transfer-list.tsx'
import { PortsView } from './ports/ports-view.tsx'
import { Overview } from './sandboxes/overview.tsx'
import { SandboxHeader } from './sandboxes/sandbox-header.tsx'
import { type Section, useShown } from './sessions/shown.ts'
import { TerminalArea } from './terminals/terminal-area.tsx'
import styles from './sandbox-bench.module.css'

const SECTIONS: readonly Section[] = ['terminals', 'files', 'ports', 'overview']

/** One sandbox: its header, and one of its views. */
export function SandboxWorkspace({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const section = useShown((state) => state.section)
  const box = sandbox.kind === 'box'
  const sections = box ? SECTIONS : (['overview'] as const)
  const shown = box ? section : 'overview'
  const step = (by: number): void => {
    const index = sections.indexOf(shown as never)
    const next = sections[(index + by + sections.length) % sections.length]
    if (next) useShown.setState({ section: next })
  }
  return (
    <div className={styles['workspace']}>
      <SandboxHeader sandbox={sandbox} />
      <div className={styles['sections']} role="tablist" aria-label={t('sandboxes.sections')}>
        {sections.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`section-${name}`}
            aria-selected={name === shown}
            tabIndex={name === shown ? 0 : -1}
            onClick={() => useShown.setState({ section: name })}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') step(1)
              if (event.key === 'ArrowLeft') step(-1)
            }}
          >
            {t(`sandboxes.section.${name}`)}
          </button>
        ))}
      </div>
      {shown === 'terminals' ? <TerminalArea sandbox={sandbox} /> : null}
      {shown === 'files' ? <FilesView sandbox={sandbox} /> : null}
      {shown === 'ports' ? <PortsView sandbox={sandbox} /> : null}
      {shown === 'overview' ? <Overview sandbox={sandbox} /> : null}
      <TransferList />
    </div>
  )
}
