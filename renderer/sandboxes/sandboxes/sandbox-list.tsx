import { Box, FlaskConical, X } from 'lucide-react'
import { useState } from 'react'
import { placeOf } from '#shared/terminals/terminal.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { Stack } from '../../ui/stack.tsx'
import { useWorkbench } from '../../app/workbench.ts'
import { EnterKey } from '../../app/enter-key.tsx'
import { FailureHint, HelpLink } from '../../app/failure-text.tsx'
import { labelled, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { List } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Row } from '../../ui/row.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Text } from '../../ui/text.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { useShown } from '../sessions/shown.ts'
import { useTerminals } from '../sessions/view.ts'
import { secondsUntil, showClock, WARNING_SECONDS } from './countdown.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { LoanBadge } from './loans.tsx'
import { phaseKey } from './phase.ts'
import { translateOwnSentence } from './platform-sentences.ts'
import {
  actOnAll,
  deleteSandbox,
  keepSandboxAlive,
  restartSandbox,
  selectedSandboxes,
  stopSandbox,
} from './sandbox-actions.ts'
import {
  dismissStarting,
  hasChoice,
  type Starting,
  toggleSelected,
  useNotesOf,
  useOutdated,
  useSandboxes,
} from './sandbox-store.ts'
import { StateBadge } from './state-badge.tsx'
import { restartOff, shortSandboxId, useTitle } from './title.ts'
import { type UnsupportedFeature, useUnsupportedFeature } from './unsupported-feature.ts'
import styles from './sandbox-list.module.css'

/** One sandbox in the list: image, state, remaining time. */
function SandboxRow({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const place = placeOf(sandbox)
  const { title, image } = useTitle(sandbox)
  const KindIcon = sandbox.kind === 'environment' ? FlaskConical : Box
  const notes = useNotesOf(sandbox)
  const shown = useShown((state) => state.place === place)
  const selected = useSandboxes((state) => state.selected.has(place))
  const unseen = useTerminals((state) =>
    Object.values(state.terminals).reduce((sum, one) => sum + (placeOf(one) === place ? one.unseen : 0), 0),
  )
  const id = shortSandboxId(sandbox)
  return (
    <Row
      className={styles['row']}
      selected={shown}
      icon={<KindIcon size={14} aria-hidden />}
      label={
        <Stack as="span" row gap={2}>
          <Truncate as="strong" grow>
            {title}
          </Truncate>
          {unseen > 0 ? (
            <span title={t('sandboxes.unseen.title', { count: unseen })}>
              <Badge tone="accent">{t('sandboxes.unseen', { count: unseen })}</Badge>
            </span>
          ) : null}
          <LoanBadge sandbox={sandbox} />
          <StateBadge sandbox={sandbox} />
        </Stack>
      }
      tooltip={notes}
      note={
        <Stack as="span" row gap={2} className={styles['line']}>
          {/* The id distinguishes unnamed sandboxes. */}
          {image === undefined ? <code>{id}</code> : <span>{image}</span>}
          {sandbox.kind === 'environment' ? <span>{t('sandboxes.environment')}</span> : null}
          {sandbox.isolated === false ? (
            <span className={styles['warn']}>{t('sandboxes.notIsolated')}</span>
          ) : null}
          <Lifetime sandbox={sandbox} />
        </Stack>
      }
      actions={
        // Shown before the text but after it in tab order, since the row is the main target; pressed in all its height.
        <Stack
          as="label"
          row
          fixed
          align="center"
          style={{ order: -1, alignSelf: 'stretch', paddingLeft: 8 }}
        >
          <input
            type="checkbox"
            aria-label={t('sandboxes.bulk.select', { id })}
            checked={selected}
            onChange={() => toggleSelected(place)}
          />
        </Stack>
      }
      onClick={() => useShown.setState({ place })}
    />
  )
}

function Lifetime({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const seconds = secondsUntil(sandbox.isAlive ? sandbox.autoStopTime : undefined, useNow(1000))
  const outdated = useOutdated(sandbox.platform)
  if (seconds === undefined || outdated) return null
  return (
    <span className={seconds < WARNING_SECONDS ? styles['warn'] : undefined} data-end>
      {t('sandboxes.stops', { time: showClock(seconds) })}
    </span>
  )
}

/** Actions on all checked sandboxes. */
function BulkBar() {
  const t = useText()
  const count = useSandboxes((state) => state.selected.size)
  const [deleting, setDeleting] = useState(false)
  const unsupported = useUnsupportedFeature()
  /** Why an action is not possible on all of them. */
  const reason = (
    feature: Parameters<UnsupportedFeature>[0],
    off?: (sandbox: SandboxInfo) => string | undefined,
  ): string | undefined =>
    selectedSandboxes()
      .map((one) => unsupported(feature, one.platform) ?? off?.(one))
      .find((one) => one !== undefined)
  return (
    <Stack
      row
      gap={1.5}
      wrap
      line="bottom"
      ground="selected"
      pad={[1.5, 2.5]}
      className={styles['bulk']}
      role="toolbar"
      aria-label={t('sandboxes.bulk.count', { count })}
    >
      <span>{t('sandboxes.bulk.count', { count })}</span>
      <Button reason={reason('change')} onClick={() => void actOnAll(selectedSandboxes(), keepSandboxAlive)}>
        {t('sandboxes.keepAlive')}
      </Button>
      <Button reason={reason('stop')} onClick={() => void actOnAll(selectedSandboxes(), stopSandbox)}>
        {t('sandboxes.stop')}
      </Button>
      <Button
        reason={reason('restart', (one) => restartOff(t, one))}
        onClick={() => void actOnAll(selectedSandboxes(), restartSandbox)}
      >
        {t('sandboxes.restart')}
      </Button>
      <Button tone="danger" reason={reason('remove')} onClick={() => setDeleting(true)}>
        {t('sandboxes.delete')}
      </Button>
      <Button tone="quiet" onClick={() => useSandboxes.setState({ selected: new Set() })}>
        {t('sandboxes.bulk.clear')}
      </Button>
      <DeleteDialog
        open={deleting}
        count={count}
        onOpenChange={setDeleting}
        onDelete={() => void actOnAll(selectedSandboxes(), deleteSandbox)}
      />
    </Stack>
  )
}

/** Row height in px: two lines of text. */
const ROW = 48

/** Whether there is a sandbox to choose. */
export const useHasChoice = (): boolean => useSandboxes(hasChoice)

/** Whether the list has anything to show: a sandbox, a start, or something to say about a platform. */
export const useHasList = (): boolean =>
  useSandboxes(
    ({ sandboxes, starting, problems, features }) =>
      sandboxes.length + starting.length + Object.keys(problems).length > 0 ||
      Object.values(features).some(({ listing }) => !listing),
  )

/** All sandboxes of all connected platforms. */
export function SandboxList() {
  const t = useText()
  const { sandboxes, starting, problems, features, selected, showEnvironments } = useSandboxes()
  const connections = useWorkbench((state) => state.connections)
  const own = sandboxes.filter(({ kind }) => kind === 'sandbox')
  // Grouped by platform, in the order of the platforms.
  const order = connections.map(({ id }) => id)
  const shown = (showEnvironments ? sandboxes : own).toSorted(
    (a, b) => order.indexOf(a.platform) - order.indexOf(b.platform),
  )
  const hidden = sandboxes.length - own.length
  const nameOf = (platform: string): string => connections.find(({ id }) => id === platform)?.name ?? platform
  return (
    <Stack grow ground="ground">
      {selected.size > 0 ? <BulkBar /> : null}
      {Object.entries(problems).map(([platform, failure]) => (
        <Notice
          key={platform}
          tone="warning"
          role="status"
          action={<EnterKey connection={connections.find(({ id }) => id === platform)} />}
        >
          {failure.code === 'UNAUTHORIZED' ? (
            <>
              {t('sandboxes.platform.unauthorised', { name: nameOf(platform) })}{' '}
              <HelpLink code={failure.code} />
            </>
          ) : failure.code === 'FORBIDDEN' || failure.code === 'TOO_MANY_CALLS' ? (
            <>
              {nameOf(platform)}: {failure.message} <FailureHint failure={failure} />
            </>
          ) : (
            <>
              {t('sandboxes.platform.away', { name: nameOf(platform), reason: failure.message })}{' '}
              <HelpLink code={failure.code} />
            </>
          )}
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
      <Groups
        sandboxes={shown}
        several={connections.filter(({ kind }) => kind === 'platform').length > 1}
        nameOf={nameOf}
      />
      {hidden > 0 ? (
        <Stack as="footer" gap={0.5} line="top" tone="quiet" small pad={[1.5, 3]}>
          <Stack as="label" row gap={2}>
            <input
              type="checkbox"
              checked={showEnvironments}
              onChange={(event) => useSandboxes.setState({ showEnvironments: event.target.checked })}
            />
            {t('sandboxes.environments', { count: hidden })}
          </Stack>
          {showEnvironments ? null : (
            <small>{t('sandboxes.shown', { shown: own.length, total: sandboxes.length, hidden })}</small>
          )}
        </Stack>
      ) : null}
    </Stack>
  )
}

interface GroupsProps {
  /** In the order of their platforms. */
  readonly sandboxes: readonly SandboxInfo[]
  /** Whether there are several platforms. */
  readonly several: boolean
  nameOf(platform: string): string
}

/** The sandboxes, under platform headings if there are several. */
function Groups({ sandboxes, several, nameOf }: GroupsProps) {
  const t = useText()
  const place = useShown((state) => state.place)
  const platforms = [...new Set(sandboxes.map(({ platform }) => platform))]
  const list = (label: string, items: readonly SandboxInfo[], rowHeight?: number) => (
    <List label={label} items={items} keyOf={(one) => placeOf(one)} rowHeight={rowHeight} current={place}>
      {(sandbox: SandboxInfo) => <SandboxRow sandbox={sandbox} />}
    </List>
  )
  if (!several) return list(t('sandboxes.list'), sandboxes, ROW)
  return (
    <Stack grow scroll>
      {platforms.map((platform) => {
        const items = sandboxes.filter((one) => one.platform === platform)
        return (
          <section key={platform}>
            <Stack row gap={2} pad={[2, 3]} tone="quiet" small>
              <Text as="h2" strong>
                {nameOf(platform)}
              </Text>
              <span>{items.length}</span>
            </Stack>
            {list(t('sandboxes.list.of', { name: nameOf(platform) }), items)}
          </section>
        )
      })}
    </Stack>
  )
}

/** A start in progress with its phase, or a failed one with its reason. */
function StartingRow({ starting: { id, image, info, problem, abort } }: { readonly starting: Starting }) {
  const t = useText()
  const phases = Object.entries(info?.phases ?? {})
  const phase = phases.findLast(([, { status }]) => status === 'running')
  const phaseText = phase && translateOwnSentence(t, phase[1].message)
  const failed = phases.find(([, { status }]) => status === 'failed')
  return (
    <Stack
      row
      align="start"
      gap={2}
      line="bottom"
      ground="surface"
      className={styles['starting']}
      role={problem ? 'alert' : 'status'}
    >
      <div>
        <strong>{t(problem ? 'sandboxes.starting.failed' : 'sandboxes.starting', { image })}</strong>
        <p>
          {problem ? (
            <>
              {translateOwnSentence(t, failed?.[1].message) ?? problem.message}{' '}
              <FailureHint failure={problem} />
            </>
          ) : phaseText ? (
            phaseText
          ) : phase ? (
            labelled(t(phaseKey(phase[0]), { name: phase[0] }), phase[1].message ?? phase[1].status)
          ) : (
            '…'
          )}
        </p>
        {problem ? null : (
          <progress
            aria-label={t('sandboxes.starting', { image })}
            value={phase?.[1].bytes?.done}
            max={phase?.[1].bytes?.total}
          />
        )}
      </div>
      <IconButton
        label={t(problem ? 'sandboxes.dismiss' : 'sandboxes.cancel')}
        icon={X}
        onClick={() => (problem ? dismissStarting(id) : abort.abort())}
      />
    </Stack>
  )
}
