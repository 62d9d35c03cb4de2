import { X } from 'lucide-react'
import { placeOf } from '#shared/terminals/terminal.ts'
import { useText } from '../../i18n/text.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { List } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useShown } from '../sessions/shown.ts'
import { BulkBar } from './bulk-bar.tsx'
import { SandboxRow } from './sandbox-row.tsx'
import { dismissStarting, type Starting, useSandboxes } from './sandbox-store.ts'
import { phaseKey } from './phase.ts'
import styles from './sandbox-list.module.css'

/** Pixels of a row: two lines of text. */
const ROW = 48

/** All sandboxes of all connected platforms. */
export function SandboxList() {
  const t = useText()
  const { sandboxes, starting, problems, features, selected, showEnvironments } = useSandboxes()
  const connections = useWorkbench((state) => state.connections)
  const place = useShown((state) => state.place)
  const boxes = sandboxes.filter(({ kind }) => kind === 'box')
  // Those of one platform stand together, in the order of the platforms.
  const order = connections.map(({ id }) => id)
  const shown = (showEnvironments ? sandboxes : boxes).toSorted(
    (a, b) => order.indexOf(a.platform) - order.indexOf(b.platform),
  )
  const hidden = sandboxes.length - boxes.length
  const nameOf = (platform: string): string => connections.find(({ id }) => id === platform)?.name ?? platform
  return (
    <div className={styles['side']}>
      {selected.size > 0 ? <BulkBar /> : null}
      {Object.entries(problems).map(([platform, reason]) => (
        <Notice key={platform} tone="warning" role="status">
          {t('sandboxes.platform.away', { name: nameOf(platform), reason })}
        </Notice>
      ))}
      {Object.entries(features)
        .filter(([platform, { listing }]) => !listing && problems[platform] === undefined)
        .map(([platform]) => (
          <Notice key={platform} role="note">
            {t('sandboxes.platform.noList', { name: nameOf(platform) })}
          </Notice>
        ))}
      {starting.map((one) => (
        <StartingRow key={one.id} starting={one} />
      ))}
      <List
        label={t('sandboxes.list')}
        items={shown}
        keyOf={(sandbox) => placeOf(sandbox)}
        rowHeight={ROW}
        current={place}
      >
        {(sandbox) => <SandboxRow sandbox={sandbox} />}
      </List>
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
