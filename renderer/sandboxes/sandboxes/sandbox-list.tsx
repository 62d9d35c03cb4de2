import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { SandboxRow } from './sandbox-row.tsx'
import { dismissStarting, type Starting, useSandboxes } from './sandbox-store.ts'
import { phaseKey } from './phase.ts'
import styles from './sandbox-list.module.css'

/** Pixels of a row: two lines of text. */
const ROW = 54

/** All sandboxes of all connected platforms. */
export function SandboxList() {
  const t = useText()
  const { sandboxes, starting, problems, features, selected, showEnvironments } = useSandboxes()
  const connections = useWorkbench((state) => state.connections)
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const boxes = sandboxes.filter(({ kind }) => kind === 'box')
  const shown = showEnvironments ? sandboxes : boxes
  const hidden = sandboxes.length - boxes.length
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => element,
    estimateSize: () => ROW,
    overscan: 6,
  })
  return (
    <div className={styles['side']}>
      {selected.size > 0 ? <BulkBar /> : null}
      {Object.entries(problems).map(([platform, reason]) => (
        <p key={platform} className={styles['problem']} role="status">
          {t('sandboxes.platform.away', {
            name: connections.find(({ id }) => id === platform)?.name ?? platform,
            reason,
          })}
        </p>
      ))}
      {Object.entries(features)
        .filter(([platform, { listing }]) => !listing && problems[platform] === undefined)
        .map(([platform]) => (
          <p key={platform} className={styles['remark']} role="note">
            {t('sandboxes.platform.noList', {
              name: connections.find(({ id }) => id === platform)?.name ?? platform,
            })}
          </p>
        ))}
      {starting.map((one) => (
        <StartingRow key={one.id} starting={one} />
      ))}
      <div
        ref={(node) => {
          list.current = node
          setElement(node)
        }}
        className={styles['list']}
      >
        <ul aria-label={t('sandboxes.list')} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const sandbox = shown[index]
            return sandbox ? (
              <SandboxRow key={`${sandbox.platform}/${sandbox.sandboxId}`} sandbox={sandbox} top={start} />
            ) : null
          })}
        </ul>
      </div>
      {hidden > 0 ? (
        <footer className={styles['foot']}>
          <label>
            <input
              type="checkbox"
              checked={showEnvironments}
              onChange={(event) => useSandboxes.setState({ showEnvironments: event.target.checked })}
            />
            {t('sandboxes.environments', { count: hidden })}
          </label>
          {showEnvironments ? null : (
            <small>{t('sandboxes.shown', { shown: boxes.length, total: sandboxes.length, hidden })}</small>
          )}
        </footer>
      ) : null}
    </div>
  )
}

/** A start that is under way, with its phase, or one that failed, with its reason. */
function StartingRow({ starting: { id, image, info, problem, abort } }: { readonly starting: Starting }) {
  const t = useText()
  const phase = Object.entries(info?.phases ?? {}).findLast(([, { status }]) => status === 'running')
  return (
    <div className={styles['starting']} role={problem ? 'alert' : 'status'}>
      <div>
        <strong>{t(problem ? 'sandboxes.starting.failed' : 'sandboxes.starting', { image })}</strong>
        <p>
          {problem ??
            (phase
              ? t('sandboxes.starting.phase', {
                  phase: t(phaseKey(phase[0]), { name: phase[0] }),
                  message: phase[1].message ?? phase[1].status,
                })
              : '…')}
        </p>
        {problem ? null : <progress aria-label={t('sandboxes.starting', { image })} />}
      </div>
      <IconButton
        label={t(problem ? 'sandboxes.dismiss' : 'sandboxes.cancel')}
        icon={X}
        onClick={() => (problem ? dismissStarting(id) : abort.abort())}
      />
    </div>
  )
}
