import { type ReactNode, useEffect, useState } from 'react'
import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import type { ServerCard } from '#shared/workbench/areas/console.ts'
import type { OwnKey } from '#shared/sandbox/own-key.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import {
  hostConfiguration,
  MCP_HOSTS,
  type McpHost,
  secretsOf,
} from '#shared/workbench/host-configuration.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { Facts } from '../ui/facts.tsx'
import { showTime } from '../i18n/moment.ts'
import { useText } from '../i18n/text.ts'
import { stateMessage } from '../app/connection-state.ts'
import { EnterKey } from '../app/enter-key.tsx'
import { FailureNotice, FailureText } from '../app/failure-text.tsx'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Stack } from '../ui/stack.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Segment } from '../ui/segment.tsx'
import { Moment } from '../ui/moment.tsx'
import { removeConnection } from './connection/removing.ts'
import { Roots } from './connection/roots.tsx'
import { SignIn } from './connection/sign-in.tsx'
import { LaunchView } from './connection/launch-view.tsx'
import { WayOn } from './connection/way-on.tsx'
import { useConsole } from './parts/console-store.ts'
import styles from './parts/console.module.css'
import { JsonBox, TextContent } from './content/content-block.tsx'
import { LongText } from './parts/long-text.tsx'
import { RequestStatus } from './request-status.tsx'
import { useRequest } from './use-request.ts'
import { copyText } from '../app/copy-text.ts'

interface Server {
  readonly name: string
  readonly definition: Readonly<Record<string, unknown>>
  /** Each host's configuration file on this machine. */
  readonly files: Readonly<Record<McpHost, string>>
}

/** The configuration with which Claude, Cursor or VS Code starts the same server. */
function UseElsewhere({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const [host, setHost] = useState<McpHost>('claude')
  const [server, setServer] = useState<Server>()
  const show = async (): Promise<void> =>
    setServer(await workbench.call('connections.definition', { id: connection.id }))
  const [outcome, setOutcome] = useState<{ readonly path?: string; readonly failure?: Failure }>({})
  const choose = (next: McpHost): void => {
    setHost(next)
    setOutcome({})
  }
  const write = (): Promise<void> =>
    workbench
      .call('connections.writeEntry', { id: connection.id, host })
      .then(setOutcome, (error: unknown) => setOutcome({ failure: toFailure(error) }))
  const text = server ? hostConfiguration(host, server.name, server.definition) : ''
  const secrets = secretsOf(server?.definition ?? {})
  return (
    <>
      <Button onClick={() => void show().catch(() => undefined)}>{t('console.elsewhere')}</Button>
      <Dialog
        open={server !== undefined}
        onOpenChange={() => {
          setServer(undefined)
          setOutcome({})
        }}
        title={t('console.elsewhere.title', { name: connection.name })}
        width={640}
      >
        <Stack gap={3}>
          <Segment
            label={t('console.elsewhere.host')}
            options={MCP_HOSTS.map((value) => ({ value, label: t(`console.elsewhere.${value}`) }))}
            value={host}
            onChange={choose}
          />
          <p>{t(`console.elsewhere.${host}.file`)}</p>
          <LongText text={text} label={t('console.elsewhere.entry')} />
          {secrets.length > 0 ? (
            <p>{t('console.elsewhere.secrets', { names: secrets.join(', '), count: secrets.length })}</p>
          ) : null}
          <FailureNotice failure={outcome.failure} />
          {outcome.path ? (
            <Notice tone="good" role="status">
              {t('console.elsewhere.written', { path: outcome.path, host: t(`console.elsewhere.${host}`) })}
            </Notice>
          ) : null}
        </Stack>
        <DialogActions>
          <Button tone="primary" onClick={() => void write()}>
            {t('console.elsewhere.write', { path: server?.files[host] ?? '' })}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

const TONES = {
  ready: 'good',
  starting: 'warning',
  backoff: 'warning',
  failed: 'bad',
  stopped: 'neutral',
} as const

/**
 * Foreign programs before their first start: shows everything that would be executed, and asks to approve one
 * or all.
 */
function Consent({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const others = useWorkbench((state) => state.connections).filter(
    ({ id, consent }) => consent !== undefined && id !== connection.id,
  )
  const allow = (ids: readonly string[]): void => {
    for (const id of ids) void workbench.call('connections.consent', { id }).catch(() => undefined)
  }
  if (!connection.consent) return null
  const { launch, before } = connection.consent
  return (
    <Stack gap={2} pad={3} ground="warning-ground" className={styles['consent']} role="alert">
      <h3>{t(before ? 'console.consent.changed' : 'console.consent.title')}</h3>
      <p>{t('console.consent.text')}</p>
      <LaunchView launch={launch} before={before} />
      <Stack row gap={2} wrap>
        <Button tone="primary" onClick={() => allow([connection.id])}>
          {t('console.consent.allow')}
        </Button>
      </Stack>
      {others.length > 0 ? (
        <details>
          <summary>{t('console.consent.others', { count: others.length })}</summary>
          <Stack gap={2}>
            {others.map(({ id, name, consent }) =>
              consent ? (
                <section key={id}>
                  <h4>{name}</h4>
                  <LaunchView {...consent} />
                </section>
              ) : null,
            )}
            <div>
              <Button onClick={() => allow([connection, ...others].map(({ id }) => id))}>
                {t('console.consent.allowAll', { count: others.length + 1 })}
              </Button>
            </div>
          </Stack>
        </details>
      ) : null}
    </Stack>
  )
}

function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const { server, pid, restarts, since, workspace, prefix, address, runtime, isolated, transport, era } =
    connection
  const { key, listening, consent } = connection
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('console.fact.server'), server ? `${server.name} ${server.version}` : undefined],
    [
      t('console.fact.protocol'),
      server?.protocol === STATELESS_VERSION
        ? t('console.fact.stateless', { protocol: STATELESS_VERSION })
        : server?.protocol,
    ],
    [t('console.fact.era'), connection.kind === 'model' ? t(`console.era.${era ?? 'auto'}`) : undefined],
    [t('console.fact.transport'), t(`console.transport.${transport}`)],
    [t('console.fact.address'), address],
    [t('console.fact.key'), key && <KeyFact key="key" ownKey={key} />],
    [t('console.fact.speaks'), connection.speaks && t(`console.add.${connection.speaks}`)],
    [t('console.fact.storages'), connection.storages?.join(', ') || undefined],
    [
      t('console.fact.listening'),
      listening && t(`console.listening.${listening.state}`, { at: showTime(listening.retryAt ?? 0) }),
    ],
    [t('console.fact.pid'), pid === undefined ? undefined : String(pid)],
    // A program that may not start yet has no history.
    [t('console.fact.since'), consent ? undefined : <Moment key="since" at={since} />],
    [t('console.fact.restarts'), consent ? undefined : String(restarts)],
    // Only graph-model servers have workspaces, as part of their addresses.
    [t('console.fact.workspace'), prefix === undefined ? undefined : workspace],
    [t('console.fact.prefix'), prefix],
    [
      t('console.fact.isolation'),
      runtime && isolated === false ? `${runtime} — ${t('app.connection.notIsolated')}` : runtime,
    ],
  ]
  return <Facts facts={facts} />
}

/** The user's own key: name, role, namespace, and when it expires. */
function KeyFact({ ownKey: { name, role, namespace, expires } }: { readonly ownKey: OwnKey }) {
  const t = useText()
  return (
    <>
      {t('console.fact.key.value', { name, role, namespace })}
      {expires === undefined ? null : (
        <>
          {', '}
          {t('console.fact.key.expires')} <Moment at={Date.parse(expires)} />
        </>
      )}
    </>
  )
}

function Handshake({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const [handshake, setHandshake] = useState<{
    instructions: string
    capabilities: Record<string, unknown>
  }>()
  useEffect(() => {
    let current = true
    setHandshake(undefined)
    if (connection.state !== 'ready') return undefined
    workbench.call('console.handshake', { connection: connection.id }).then(
      (answer) => current && setHandshake(answer),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [connection.id, connection.state])
  if (!handshake) return null
  return (
    <>
      {handshake.instructions ? (
        <TextContent text={handshake.instructions} label={t('console.fact.instructions')} />
      ) : null}
      <JsonBox value={handshake.capabilities} label={t('console.fact.capabilities')} />
    </>
  )
}

/** Requests without parameters. */
function Probes({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const request = useRequest(connection.id)
  const [card, setCard] = useState<ServerCard | null>()
  const askCard = async (): Promise<void> =>
    setCard(await workbench.call('console.serverCard', { connection: connection.id }).catch(() => null))
  const isStateless = connection.server?.protocol === STATELESS_VERSION
  const probes = [
    isStateless ? 'server/discover' : 'ping',
    ...(connection.prefix === undefined ? [] : ['discovery']),
  ]
  return (
    <>
      <Stack row gap={2} wrap>
        {probes.map((method) => (
          <Button
            key={method}
            reason={connection.state === 'ready' ? undefined : t('console.needsReady')}
            tip={t(method === 'ping' ? 'console.probe.ping.tip' : 'console.probe.discover.tip', { method })}
            onClick={() => void request.send(method, {})}
          >
            {t(method === 'ping' ? 'console.probe.ping' : 'console.probe.discover')}
          </Button>
        ))}
        {/* Readable without being connected. */}
        {connection.address === undefined ? null : (
          <Button onClick={() => void askCard()}>{t('console.card')}</Button>
        )}
      </Stack>
      <RequestStatus state={request} cancel={request.cancel} />
      {card === null ? <p role="status">{t('console.card.none')}</p> : null}
      {card ? <JsonBox value={card.card} label={card.url} /> : null}
    </>
  )
}

function Actions({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const { id, name, kind, state, embedded, consent, signedIn } = connection
  const act = (verb: 'start' | 'stop' | 'restart') => () => void workbench.call(`connections.${verb}`, { id })
  const idle = state === 'stopped' || state === 'failed'
  // The required next step has its own button.
  const isNext = consent === undefined && connection.failure?.step !== 'signIn'
  return (
    <Stack row gap={2} wrap>
      <WayOn connection={connection} />
      {idle ? (
        <Button
          tone={isNext ? 'primary' : undefined}
          reason={consent === undefined ? undefined : t('console.consent.first')}
          onClick={act('start')}
        >
          {t('app.connection.start')}
        </Button>
      ) : (
        <Button onClick={act('stop')}>{t('app.connection.stop')}</Button>
      )}
      <Button
        reason={consent === undefined ? undefined : t('console.consent.first')}
        onClick={act('restart')}
      >
        {t('app.connection.restart')}
      </Button>
      {signedIn ? (
        <Button onClick={() => void workbench.call('connections.signOut', { id })}>
          {t('console.signIn.out')}
        </Button>
      ) : null}
      {kind === 'model' ? <UseElsewhere connection={connection} /> : null}
      {kind === 'platform' && embedded ? (
        <Button
          onClick={() =>
            void workbench.call('connections.token', { id }).then(({ token }) => copyText(token ?? ''))
          }
        >
          {t('console.token.copy')}
        </Button>
      ) : null}
      {embedded ? null : (
        <>
          <Button onClick={() => useConsole.setState({ editing: { name } })}>
            {t('console.connection.edit')}
          </Button>
          <Button tone="danger" onClick={() => void removeConnection(connection)}>
            {t('console.connection.remove')}
          </Button>
        </>
      )}
    </Stack>
  )
}

/** A connection: its state, the server's self-description, and its switches. */
export function Overview({ connection }: { readonly connection: Connection }) {
  const t = useText()
  const { name, state, failure, consent } = connection
  return (
    <Stack grow scroll pad={[3, 4]}>
      <div className={styles['sides']}>
        <Stack gap={3} className={styles['detail']}>
          <Stack row gap={2}>
            <h2>{name}</h2>
            <Badge tone={TONES[state]}>{t(stateMessage(connection))}</Badge>
          </Stack>
          {consent === undefined ? null : <Consent connection={connection} />}
          <Actions connection={connection} />
          {stateMessage(connection) === 'app.state.signIn' ? (
            <SignIn connection={connection} />
          ) : failure && state !== 'ready' ? (
            <Notice
              tone="bad"
              role="alert"
              className={styles['failure']}
              action={<EnterKey connection={connection} />}
            >
              <p>
                <strong>{t(`console.step.${failure.step}`)}</strong> <FailureText failure={failure} />
              </p>
              {failure.lastLines.length > 0 ? <pre>{failure.lastLines.join('\n')}</pre> : null}
            </Notice>
          ) : null}
          <ConnectionFacts connection={connection} />
          {connection.asksRoots ? <Roots key={`roots ${connection.id}`} connection={connection} /> : null}
          {connection.kind === 'model' ? (
            <Probes key={`probes ${connection.id}`} connection={connection} />
          ) : null}
        </Stack>
        {connection.kind === 'model' ? (
          <Stack gap={3} className={styles['detail']}>
            <Handshake connection={connection} />
          </Stack>
        ) : null}
      </div>
    </Stack>
  )
}
