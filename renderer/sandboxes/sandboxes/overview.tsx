import { type ReactNode, useState } from 'react'
import { isLoopback } from '#shared/net/loopback.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import {
  JOB_HOURS,
  type SandboxInfo,
  type Traffic as TrafficRecord,
  type UsageSample,
} from '#shared/workbench/areas/sandboxes.ts'
import { Facts } from '../../ui/facts.tsx'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { WordLink } from '../../app/word-link.tsx'
import { showTime } from '../../i18n/moment.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Text } from '../../ui/text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { secondsUntil } from './countdown.ts'
import { FamilyTree } from './family-tree.tsx'
import { networkAllowing, networkText, NetworkField } from './network-field.tsx'
import { eventKey, phaseKey, phaseStatusKey } from './phase.ts'
import { translateSentence } from './platform-sentences.ts'
import { setNetwork } from './sandbox-actions.ts'
import { useNameOf, useNotesOf, useSandboxes } from './sandbox-store.ts'
import { showCapacity, showSize } from './show-size.ts'
import { stateKey } from './state-badge.tsx'
import { imageTitle, useTitle } from './title.ts'
import { useUnsupportedFeature } from './unsupported-feature.ts'
import styles from './overview.module.css'
import { useChoices } from './choices.ts'

/** Poll interval in milliseconds while visible. */
const POLL_INTERVAL_MS = 3000
/** Maximum rows shown; the platform has more. */
const MAX_ROWS = 200

/** Connections of a sandbox with its own network, newest first. */
function Traffic({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const [traffic, setTraffic] = useState<TrafficRecord>()
  const [open, setOpen] = useState(false)
  const { platform, sandboxId, network, isAlive } = sandbox
  const noChange = useUnsupportedFeature()('change', platform)
  const watched = isAlive && /^(?:own|allow)/.test(network ?? '')
  usePolling(watched ? placeOf(sandbox) : undefined, POLL_INTERVAL_MS, async (signal) =>
    setTraffic(await workbench.call('sandboxes.traffic', { platform, sandboxId }, { signal })),
  )
  if (network === undefined) return null
  const rows = traffic?.connections.toReversed().slice(0, MAX_ROWS) ?? []
  return (
    <section>
      <h3>{t('sandboxes.traffic')}</h3>
      <Stack row gap={2}>
        <p>{networkText(t, sandbox)}</p>
        <Button reason={noChange} onClick={() => setOpen(true)}>
          {t('sandboxes.network.change')}
        </Button>
      </Stack>
      {watched && traffic?.wayOut ? (
        <p>
          {traffic.wayOut === 'proxy'
            ? t('sandboxes.traffic.proxyOnly')
            : t('sandboxes.traffic.pastProxy', { program: traffic.wayOut })}
        </p>
      ) : null}
      {open ? <NetworkDialog sandbox={sandbox} close={() => setOpen(false)} /> : null}
      {rows.length === 0 ? (
        watched ? (
          <p>{t('sandboxes.traffic.none')}</p>
        ) : null
      ) : (
        <ul aria-label={t('sandboxes.traffic')}>
          {rows.map((one, index) => (
            <li key={`${one.time} ${rows.length - index}`}>
              <code>
                {one.host}:{one.port}
              </code>
              <Badge tone={one.verdict === 'allowed' ? 'good' : 'bad'}>
                {t(
                  `sandboxes.traffic.${one.verdict === 'allowed' ? 'allowed' : one.verdict === 'refused' ? 'refused' : 'failed'}`,
                )}
              </Badge>
              {one.verdict === 'allowed' ? (
                <small>
                  ↑ {showSize(one.sent)} ↓ {showSize(one.received)}
                </small>
              ) : null}
              {one.verdict === 'refused' && !isLoopback(one.host) ? (
                <Button
                  reason={noChange}
                  onClick={() => void setNetwork(sandbox, networkAllowing(network, one.host, one.port))}
                >
                  {t('sandboxes.traffic.allow')}
                </Button>
              ) : null}
              <Moment at={Date.parse(one.time)} />
              {one.reason ? <span>{one.reason}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const moment = (iso: string | undefined): string => (iso ? showTime(Date.parse(iso)) : '')

const momentFact = (iso: string | undefined) => (iso ? <Moment at={Date.parse(iso)} /> : undefined)

/**
 * When an idle sandbox is stopped. Other platforms omit it from lists, and requesting it individually would
 * reset the idle timer.
 */
function useAutoStop(sandbox: SandboxInfo): string {
  const { platform, isAlive, paused, runtime, autoStopTime, autoStopNotBefore, jobsUntil } = sandbox
  const t = useText()
  const now = useNow(POLL_INTERVAL_MS)
  const connection = useWorkbench((state) => state.connections.find(({ id }) => id === platform))
  if (paused) return t('sandboxes.overview.autoStop.paused')
  if (jobsUntil !== undefined)
    return t('sandboxes.overview.autoStop.job', { time: moment(autoStopTime), until: moment(jobsUntil) })
  if (
    autoStopTime !== undefined &&
    isAlive &&
    connection?.embedded &&
    /^(?:bubblewrap|namespaces)$/.test(runtime ?? '')
  )
    return t('sandboxes.overview.autoStop.cap', { time: moment(autoStopTime), hours: JOB_HOURS })
  if (autoStopTime !== undefined || !isAlive) return moment(autoStopTime)
  const name = connection?.name ?? platform
  return (secondsUntil(autoStopNotBefore, now) ?? 0) > 0
    ? t('sandboxes.overview.autoStop.notBefore', { time: moment(autoStopNotBefore), platform: name })
    : t('sandboxes.overview.autoStop.unknown', { platform: name })
}

/** All information about a sandbox. */
export function Overview({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const name = useNameOf(placeOf(sandbox), sandbox)
  const notes = useNotesOf(sandbox)
  const { platform } = useTitle(sandbox)
  const autoStop = useAutoStop(sandbox)
  const missing = useChoices(sandbox.platform).choices?.missing[sandbox.runtime ?? ''] ?? []
  const facts: (readonly [string, ReactNode])[] = [
    [t('sandboxes.overview.id'), <code key="id">{sandbox.sandboxId}</code>],
    [t('sandboxes.name'), name],
    [t('sandboxes.notes'), notes],
    [t('sandboxes.overview.image'), imageTitle(t, sandbox)],
    [t('sandboxes.start.platform'), platform],
    [t('sandboxes.overview.cpus'), sandbox.cpus?.toString()],
    [t('sandboxes.overview.memory'), showCapacity(sandbox.memory)],
    [t('sandboxes.overview.disk'), showCapacity(sandbox.disk)],
    [
      t('sandboxes.overview.runtime'),
      <span key="isolation">
        {sandbox.isolated === false
          ? t('sandboxes.notIsolated')
          : t('sandboxes.overview.runtime.value', { runtime: sandbox.runtime ?? '' })}{' '}
        <WordLink term="start.help.term.sandboxes.isolation" />
      </span>,
    ],
    [
      t('sandboxes.notGuaranteed'),
      missing.length === 0 ? undefined : (
        <Stack gap={1} key="missing">
          {missing.map((sentence) => (
            <p key={sentence}>{translateSentence(t, sentence)}</p>
          ))}
        </Stack>
      ),
    ],
    [t('sandboxes.overview.created'), momentFact(sandbox.createTime)],
    [t('sandboxes.overview.started'), momentFact(sandbox.startTime)],
    [t('sandboxes.overview.stopped'), momentFact(sandbox.stopTime)],
    [t('sandboxes.overview.autoStop'), autoStop],
    [t('sandboxes.overview.autoDelete'), momentFact(sandbox.autoDeleteTime)],
  ]
  const phases = Object.entries(sandbox.phases)
  return (
    <div className={styles['overview']}>
      <section>
        <h3>{t('sandboxes.overview.facts')}</h3>
        <Facts lined facts={facts} />
      </section>
      <Usage sandbox={sandbox} />
      <FamilyTree sandbox={sandbox} />
      <Traffic sandbox={sandbox} />
      <section>
        <h3>{t('sandboxes.overview.phases')}</h3>
        <ul>
          {phases.map(([name, { status, message, completedAt }]) => (
            <li key={name}>
              <strong>{t(phaseKey(name), { name })}</strong> {t(phaseStatusKey(status), { status })}
              {message ? <span>{translateSentence(t, message)}</span> : null}
              {completedAt === undefined ? null : <Moment at={Date.parse(completedAt)} />}
            </li>
          ))}
        </ul>
        {phases.length === 0 ? <p>{t('sandboxes.overview.none')}</p> : null}
      </section>
      <section>
        <h3>{t('sandboxes.overview.history')}</h3>
        <ol>
          {sandbox.history.map(({ from, to, event, at }) => (
            <li key={`${at} ${event} ${to}`}>
              <strong>
                {t(stateKey(from))} → {t(stateKey(to))}
              </strong>
              <span>{t(eventKey(event), { event })}</span>
              <Moment at={Date.parse(at)} />
            </li>
          ))}
        </ol>
        {sandbox.history.length === 0 ? <p>{t('sandboxes.overview.none')}</p> : null}
      </section>
    </div>
  )
}

/** Changes an existing sandbox's network policy. */
function NetworkDialog({ sandbox, close }: { readonly sandbox: SandboxInfo; close(): void }) {
  const t = useText()
  const [network, setChosen] = useState(sandbox.network ?? '')
  const { choices } = useChoices(sandbox.platform)
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('sandboxes.network.change.go')}
      description={t('sandboxes.network.change.hint')}
    >
      <Form
        gap={3}
        onSubmit={() => {
          if (network === '' || network === sandbox.network) return
          close()
          void setNetwork(sandbox, network)
        }}
      >
        <NetworkField value={network} networks={choices?.networks ?? []} onChange={setChosen} />
        <DialogActions>
          <Button onClick={close}>{t('sandboxes.cancel')}</Button>
          <Button
            type="submit"
            tone="primary"
            reason={
              network === '' || network === sandbox.network ? t('sandboxes.network.change.same') : undefined
            }
          >
            {t('sandboxes.network.change.go')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Poll interval of usage samples in milliseconds; the platform samples every ten seconds. */
const SAMPLE_EVERY_MS = 10_000

/** Bytes transferred between samples. */
const traffic = (samples: readonly UsageSample[]): (number | undefined)[] =>
  samples.map(({ net }, index) => {
    const before = samples[index - 1]?.net
    return net === undefined || before === undefined ? undefined : Math.max(0, net - before)
  })

const percent = (value: number): string => `${value.toFixed(0)}%`

/** Resource usage of the last quarter of an hour, with hits of a limit. */
function Usage({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const { platform, sandboxId, isAlive } = sandbox
  const [samples, setSamples] = useState<readonly UsageSample[]>()
  const hasHistory = useSandboxes((state) => state.features[platform]?.usageHistory === true)
  const watched = isAlive && hasHistory
  usePolling(watched ? placeOf(sandbox) : undefined, SAMPLE_EVERY_MS, async (signal) =>
    setSamples(await workbench.call('sandboxes.usageHistory', { platform, sandboxId }, { signal })),
  )
  if (!watched || !samples) return null
  const killed = samples.map(({ outOfMemory }) => outOfMemory > 0)
  const counted = samples.map(({ processes }) => processes)
  const moved = traffic(samples)
  const lines = [
    { name: 'cpu', values: samples.map(({ cpu }) => cpu), top: 100, show: percent },
    { name: 'memory', values: samples.map(({ memory }) => memory), top: 100, show: percent, events: killed },
    { name: 'disk', values: samples.map(({ disk }) => disk), top: 100, show: percent },
    { name: 'processes', values: counted, show: String },
    { name: 'net', values: moved, show: showSize },
  ] as const
  const last = samples.findLast(({ outOfMemory }) => outOfMemory > 0)
  return (
    <section>
      <h3>{t('sandboxes.usage')}</h3>
      <dl className={styles['usage']}>
        {lines.map(({ name, values, show, ...more }) => {
          const now = values.findLast((value) => value !== undefined)
          const most = Math.max(...values.map((value) => value ?? 0))
          if (now === undefined) return null
          const label = t(`sandboxes.usage.${name}`)
          return (
            <Stack row gap={2} key={name}>
              <dt>{label}</dt>
              <dd>
                <Sparkline
                  label={t('sandboxes.usage.line', { name: label, now: show(now), most: show(most) })}
                  values={values}
                  // Below the line of the row above.
                  top={'top' in more ? more.top : most * 1.5 || undefined}
                  events={'events' in more ? more.events : undefined}
                />
              </dd>
              <dd>{show(now)}</dd>
            </Stack>
          )
        })}
      </dl>
      {last ? (
        <Text as="p" tone="bad" small>
          {t('sandboxes.usage.killed', { time: showTime(Date.parse(last.time)) })}
        </Text>
      ) : null}
    </section>
  )
}
