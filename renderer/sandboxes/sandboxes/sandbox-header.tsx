import { EllipsisVertical } from 'lucide-react'
import { placeOf } from '#shared/terminals/terminal.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { isKeyRefused } from '../../app/connection-state.ts'
import { EnterKey } from '../../app/enter-key.tsx'
import { runCommand } from '../../app/run-command.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { codeMenu } from '../code/copy-code.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { CommitDialog } from './commit-dialog.tsx'
import { useNow } from '../../ui/use-now.ts'
import { secondsUntil, showClock, WARNING_SECONDS } from './countdown.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { ForkDialog } from './fork-dialog.tsx'
import { LendDialog } from './lend-dialog.tsx'
import { LoanBadge, LoanNotices } from './loans.tsx'
import { NameDialog } from './name-dialog.tsx'
import { PlatformNotice } from './platform-notice.tsx'
import { stopReason } from './platform-sentences.ts'
import {
  deleteSandbox,
  keepSandboxAlive,
  openDialog,
  pauseSandbox,
  restartSandbox,
  stopSandbox,
  useActions,
} from './sandbox-actions.ts'
import {
  changeKnown,
  readStatistics,
  useKnown,
  useNotesOf,
  useOutdated,
  useSandboxes,
} from './sandbox-store.ts'
import { useShown } from '../sessions/shown.ts'
import { showSize } from './show-size.ts'
import { StateBadge } from './state-badge.tsx'
import { asleepReason, commitOff, forkOff, pauseOff, restartOff, useTitle } from './title.ts'
import { useUnsupportedFeature } from './unsupported-feature.ts'
import { FailureText } from '../../app/failure-text.tsx'
import styles from './sandbox-header.module.css'

/** Percentage from which a gauge is highlighted. */
const HIGH = 75
const FULL = 90

/** CPU, memory, disk and network use, and the time until the sandbox is stopped. */
function Gauges({
  sandbox,
  missing,
}: {
  readonly sandbox: SandboxInfo
  /** Why the platform offers no statistics. */
  readonly missing: string | undefined
}) {
  const t = useText()
  const statistics = useSandboxes((state) => state.statistics[placeOf(sandbox)])
  const seconds = secondsUntil(sandbox.isAlive ? sandbox.autoStopTime : undefined, useNow(1000))
  const outdated = useOutdated(sandbox.platform)
  if (!sandbox.isAlive || outdated) return null
  const reason = missing ?? (statistics ? t('sandboxes.gauge.missing') : undefined)
  return (
    <Stack row align="stretch" wrap tone="quiet" small className={styles['gauges']}>
      {(['cpu', 'memory', 'disk'] as const).map((name) => {
        const percent = statistics?.[name]
        const label = t(`sandboxes.gauge.${name}`)
        if (percent === undefined) return <Unmeasured key={name} label={label} reason={reason} />
        return (
          <div key={name} className={styles['gauge']}>
            {label}
            <meter
              min={0}
              max={100}
              high={HIGH}
              optimum={0}
              low={HIGH}
              value={percent}
              aria-label={label}
              data-full={percent > FULL}
            />
            <span>{percent.toFixed(0)}%</span>
          </div>
        )
      })}
      {statistics?.net === undefined ? (
        <Unmeasured label={t('sandboxes.gauge.net')} reason={reason} />
      ) : (
        <div className={styles['gauge']}>
          {t('sandboxes.gauge.net')} <span>{showSize(statistics.net)}</span>
        </div>
      )}
      {seconds === undefined ? null : (
        <div className={styles['gauge']} data-clock>
          <span>{t('sandboxes.stops', { time: showClock(seconds) })}</span>
        </div>
      )}
    </Stack>
  )
}

/** A gauge without a value: greyed, with the reason once known. */
function Unmeasured({ label, reason }: { readonly label: string; readonly reason: string | undefined }) {
  return (
    <div className={styles['gauge']} data-missing title={reason}>
      {label} <span aria-hidden>–</span>
      {reason ? <span className="visually-hidden">{reason}</span> : null}
    </div>
  )
}

/** Poll interval of the gauges in milliseconds. */
const POLL_INTERVAL_MS = 4000

/** The shown sandbox: name, state and actions. */
export function SandboxHeader({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const dialog = useActions((state) => state.dialog)
  const place = placeOf(sandbox)
  const unsupported = useUnsupportedFeature()
  const busy = useActions((state) => state.busy[place])
  const { platform, sandboxId } = sandbox
  const { title, image, platform: platformName } = useTitle(sandbox)
  const notes = useNotesOf(sandbox)
  const outdated = useOutdated(platform)
  const waits = outdated
    ? t(outdated === 'refused' ? 'sandboxes.refused' : 'sandboxes.away')
    : busy === undefined
      ? undefined
      : t('ui.wait')
  const connection = useWorkbench(({ connections }) => connections.find(({ id }) => id === platform))
  // Instead of what only another key can do.
  const isRefused = connection !== undefined && isKeyRefused(connection)
  const running = sandbox.state === 'running'
  const asleep = asleepReason(t, sandbox)
  const unmeasured = unsupported('statistics', platform)
  const measured = useSandboxes((state) => state.features[platform]?.statistics === true) && running
  usePolling(measured ? place : undefined, POLL_INTERVAL_MS, () => readStatistics(sandbox))

  const entries: MenuEntry[] = [
    { label: t('sandboxes.name.change'), takesFocus: true, act: () => openDialog('name') },
    {
      label: t('sandboxes.keepAlive'),
      act: () => void keepSandboxAlive(sandbox),
      disabled: unsupported('change', platform) ?? (running ? undefined : t('sandboxes.stopped.title')),
    },
    {
      label: t(sandbox.paused ? 'sandboxes.resume' : 'sandboxes.pause'),
      act: () => void pauseSandbox(sandbox, !sandbox.paused),
      disabled: unsupported('pause', platform) ?? pauseOff(t, sandbox),
    },
    {
      label: t('sandboxes.fork'),
      takesFocus: true,
      act: () => openDialog('fork'),
      disabled: unsupported('commit', platform) ?? forkOff(t, sandbox) ?? waits ?? asleep,
    },
    {
      label: t('sandboxes.compare'),
      takesFocus: true,
      act: () => openDialog('compare'),
      disabled: unsupported('execute', platform) ?? asleep,
    },
    {
      label: t('sandboxes.lend'),
      takesFocus: true,
      act: () => openDialog('lend'),
      disabled: unsupported('execute', platform) ?? asleep,
    },
    codeMenu(
      t,
      [
        [t('sandboxes.code.status'), { kind: 'status', sandboxId }],
        [t('sandboxes.stop'), { kind: 'stop', sandboxId }],
        [t('sandboxes.restart'), { kind: 'restart', sandboxId }],
        [t('sandboxes.delete'), { kind: 'delete', sandboxId }],
        [t('sandboxes.code.commit'), { kind: 'commit', sandboxId, imageTag: 'my-image:1' }],
        [t('sandboxes.code.execute'), { kind: 'execute', sandboxId, command: ['uname', '-a'] }],
        [t('sandboxes.code.upload'), { kind: 'upload', sandboxId, path: '/tmp/file' }],
        [t('sandboxes.code.forward'), { kind: 'forward', sandboxId, port: 8000 }],
      ],
      platform,
    ),
    {
      label: t('sandboxes.delete'),
      danger: true,
      apart: true,
      disabled: unsupported('remove', platform),
      act: () => openDialog('delete'),
    },
  ]
  return (
    <Stack as="header" row wrap fixed line="bottom" ground="surface" className={styles['header']}>
      <Stack row gap={2} className={styles['title']}>
        <Truncate as="h2" title={notes}>
          {title}
        </Truncate>
        {/* The name has priority: it is not truncated while any of this is shown. */}
        {image === undefined ? null : (
          <Truncate as="small" style={{ flexShrink: 10_000 }}>
            {image}
          </Truncate>
        )}
        {platformName === undefined ? null : <Badge>{platformName}</Badge>}
        <StateBadge sandbox={sandbox} />
        {sandbox.isolated === false ? <Badge tone="warning">{t('sandboxes.notIsolated')}</Badge> : null}
        <LoanBadge sandbox={sandbox} />
        <CopyButton text={sandboxId} label={t('sandboxes.copyId')} />
      </Stack>
      <Gauges sandbox={sandbox} missing={unmeasured} />
      <Stack row gap={1.5} className={styles['actions']}>
        {busy ? <progress aria-label={t('ui.loading')} /> : null}
        <EnterKey connection={connection} />
        {isRefused ? null : (
          <Button
            reason={unsupported('commit', platform) ?? commitOff(t, sandbox) ?? waits ?? asleep}
            onClick={() => openDialog('commit')}
          >
            {busy === 'commit' ? t('sandboxes.commit.busy') : t('sandboxes.commit')}
          </Button>
        )}
        {isRefused ? null : running || sandbox.state === 'pending' ? (
          <Button reason={unsupported('stop', platform) ?? waits} onClick={() => void stopSandbox(sandbox)}>
            {t('sandboxes.stop')}
          </Button>
        ) : (
          <Button
            tone="primary"
            reason={unsupported('restart', platform) ?? restartOff(t, sandbox) ?? waits}
            onClick={() => void restartSandbox(sandbox)}
          >
            {t('sandboxes.restart')}
          </Button>
        )}
        <Menu label={t('sandboxes.more')} icon={EllipsisVertical} entries={entries} />
      </Stack>
      <Notes sandbox={sandbox} />
      {dialog === 'fork' ? (
        <ForkDialog sandbox={sandbox} title={title} close={() => openDialog(undefined)} />
      ) : null}
      {dialog === 'lend' ? <LendDialog sandbox={sandbox} close={() => openDialog(undefined)} /> : null}
      {dialog === 'name' ? <NameDialog sandbox={sandbox} close={() => openDialog(undefined)} /> : null}
      <CommitDialog
        sandbox={sandbox}
        open={dialog === 'commit'}
        onOpenChange={(open) => openDialog(open ? 'commit' : undefined)}
      />
      <DeleteDialog
        open={dialog === 'delete'}
        count={1}
        name={title}
        onOpenChange={(open) => openDialog(open ? 'delete' : undefined)}
        onDelete={() => void deleteSandbox(sandbox)}
      />
    </Stack>
  )
}

/** Notes shown in every view of a sandbox: its end, platform notices, failed actions. */
function Notes({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const place = placeOf(sandbox)
  const { problem, done } = useActions()
  const noChange = useUnsupportedFeature()('change', sandbox.platform)
  const { dismissed = [] } = useKnown(place)
  // Above the terminals, where a restart begins, another notice says it.
  const said = useShown(({ section }) => (section === 'terminals' ? stopReason(sandbox) : undefined))
  const seconds = secondsUntil(sandbox.isAlive ? sandbox.autoStopTime : undefined, useNow(1000))
  return (
    <Stack gap={1} className={styles['notes']}>
      {seconds !== undefined && seconds < WARNING_SECONDS ? (
        <Notice
          tone="warning"
          role="alert"
          action={
            <Button reason={noChange} onClick={() => void keepSandboxAlive(sandbox)}>
              {t('sandboxes.keepAlive')}
            </Button>
          }
        >
          {t('sandboxes.stops.soon', { time: showClock(seconds) })}
        </Notice>
      ) : null}
      {sandbox.paused ? (
        <Notice
          role="status"
          action={
            <Button tone="primary" reason={noChange} onClick={() => void pauseSandbox(sandbox, false)}>
              {t('sandboxes.resume')}
            </Button>
          }
        >
          {t('sandboxes.held')}
        </Notice>
      ) : null}
      {problem?.place === place ? (
        <Notice tone="bad" role="alert" dismiss={{ act: () => useActions.setState({ problem: undefined }) }}>
          <FailureText failure={problem} />
        </Notice>
      ) : null}
      {done?.place === place ? (
        <Notice
          tone="good"
          role="status"
          dismiss={{ act: () => useActions.setState({ done: undefined }) }}
          action={
            done.image === undefined ? null : (
              <Button onClick={() => void runCommand('sandboxes.start', done.image)}>
                {t('sandboxes.commit.start')}
              </Button>
            )
          }
        >
          {t(done.key, done.values)}
        </Notice>
      ) : null}
      <LoanNotices sandbox={sandbox} />
      {sandbox.notices
        .filter((notice) => notice !== said && !dismissed.includes(notice))
        .map((notice) => (
          <PlatformNotice
            key={notice}
            notice={notice}
            noChange={noChange}
            dismiss={() => changeKnown(place, { dismissed: [...dismissed, notice] })}
          />
        ))}
    </Stack>
  )
}
