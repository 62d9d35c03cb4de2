import { Cable, ExternalLink, KeyRound, PanelRight, RotateCw, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Forward, SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { toFailure } from '#shared/workbench/failure.ts'
import { type TransientCommand, useTransientCommands } from '../../app/commands.ts'
import { CREDENTIALLESS, otherLoopback } from '../../app/other-loopback.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { labelled, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Split } from '../../ui/split.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { CopyCode } from '../code/copy-code.tsx'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { openPort, useListening } from './listening.tsx'
import { closePanel, openPanel, usePanel } from './panel.ts'
import styles from './ports.module.css'

/** The local URL of a forwarded port, for a workbench page served under `own`. */
export const forwardUrl = (own: string, localPort: number, path = '/'): string =>
  `http://${otherLoopback(own)}:${localPort}/${path.replace(/^\/+/, '')}`

/**
 * The iframe `sandbox` attribute of a sandbox's page. It cannot access the workbench, open windows, navigate
 * the top frame or download. Without its own origin it has no cookies or storage and is cross-origin even to
 * its server; `ownOrigin` grants one, which is safe because that is never the workbench's ({@link
 * otherLoopback}), so the page cannot remove its own sandboxing.
 */
export const frameSandbox = (ownOrigin: boolean): string =>
  `allow-scripts allow-forms${ownOrigin ? ' allow-same-origin' : ''}`

/** The page behind a forwarded port, embedded but isolated from the workbench. */
function ForwardPanel({ forward: { id, port, localPort, error } }: { readonly forward: Forward }) {
  const t = useText()
  const { path, ownOrigin } = usePanel()
  const [typed, setTyped] = useState(path)
  const [loads, setLoads] = useState(0)
  const url = forwardUrl(location.hostname, localPort, path)
  return (
    <Stack as="section" grow aria-label={t('sandboxes.panel', { port })}>
      <Toolbar label={t('sandboxes.panel', { port })}>
        <IconButton label={t('sandboxes.panel.reload')} icon={RotateCw} onClick={() => setLoads(loads + 1)} />
        <Form
          row
          gap={1.5}
          className={styles['address']}
          onSubmit={() => {
            const next = `/${typed.trim().replace(/^\/+/, '')}`
            setTyped(next)
            usePanel.setState({ path: next })
            setLoads(loads + 1)
          }}
        >
          <code>
            {otherLoopback(location.hostname)}:{localPort}
          </code>
          <Input
            aria-label={t('sandboxes.panel.path')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Form>
        <IconButton
          label={t('sandboxes.panel.origin')}
          icon={KeyRound}
          aria-pressed={ownOrigin}
          onClick={() => usePanel.setState({ ownOrigin: !ownOrigin })}
        />
        <IconButton
          label={t('sandboxes.ports.open')}
          icon={ExternalLink}
          onClick={() => void workbench.call('host.openExternal', { url }).catch(() => undefined)}
        />
        <IconButton label={t('sandboxes.panel.close')} icon={X} onClick={closePanel} />
      </Toolbar>
      {error === undefined ? null : (
        <EmptyState
          title={t('sandboxes.panel.silent', { port })}
          hint={error}
          action={<Button onClick={() => setLoads(loads + 1)}>{t('sandboxes.panel.again')}</Button>}
        />
      )}
      <iframe
        // Stays mounted while hidden: the page appears when its server is up and the user retries.
        hidden={error !== undefined}
        key={`${id} ${path} ${loads} ${String(ownOrigin)}`}
        className={styles['frame']}
        title={t('sandboxes.panel', { port })}
        src={url}
        sandbox={frameSandbox(ownOrigin)}
        referrerPolicy="no-referrer"
        {...CREDENTIALLESS}
      />
      <Stack as="p" tone="quiet" small pad={[1, 2.5]} line="top" ground="surface">
        {t(ownOrigin ? 'sandboxes.panel.hint.origin' : 'sandboxes.panel.hint')}
      </Stack>
    </Stack>
  )
}

/** All open forwards; the core reports changes. */
function useForwards(): readonly Forward[] {
  const generation = useWorkbench((state) => state.generation)
  const [forwards, setForwards] = useState<readonly Forward[]>([])
  useEffect(() => {
    void workbench.call('sandboxes.forwards', {}).then(setForwards, () => undefined)
    return workbench.on('sandboxes.forwardsChanged', setForwards)
  }, [generation])
  return forwards
}

const asPort = (text: string): number | undefined => {
  const port = Number(text)
  return /^\d+$/.test(text.trim()) && port >= 1 && port <= 65_535 ? port : undefined
}

const openOutside = ({ localPort }: Forward): void =>
  void workbench
    .call('host.openExternal', { url: forwardUrl(location.hostname, localPort) })
    .catch(() => undefined)

const stopForward = ({ id }: Forward): void => void workbench.call('sandboxes.stopForward', { id })

/** Palette commands for each forward. */
function useForwardCommands(forwards: readonly Forward[]): void {
  const t = useText()
  const commands = useMemo(
    (): TransientCommand[] =>
      forwards.flatMap((forward) => {
        const common = { group: t('app.bench.sandboxes') }
        const titled = (action: string): string => labelled(action, forward.port)
        return [
          {
            ...common,
            id: `ports.panel.${forward.id}`,
            title: titled(t('sandboxes.ports.panel')),
            run: () => openPanel(forward.id),
          },
          {
            ...common,
            id: `ports.open.${forward.id}`,
            title: titled(t('sandboxes.ports.open')),
            run: () => openOutside(forward),
          },
          {
            ...common,
            id: `ports.stop.${forward.id}`,
            title: titled(t('sandboxes.ports.stop')),
            run: () => stopForward(forward),
          },
        ]
      }),
    [forwards, t],
  )
  useTransientCommands(commands)
}

/** A sandbox's forwarded ports, and the page behind one of them. */
export function PortsView({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const all = useForwards()
  const { platform, sandboxId } = sandbox
  const forwards = useMemo(
    () => all.filter((one) => one.platform === platform && one.sandboxId === sandboxId),
    [all, platform, sandboxId],
  )
  useForwardCommands(forwards)
  const shown = usePanel((state) => state.shown)
  const panelled = forwards.find(({ id }) => id === shown)
  if (!panelled) return <PortList sandbox={sandbox} forwards={forwards} />
  return (
    <Split id="sandbox-ports" direction="horizontal" first={40} minimum={260}>
      <PortList sandbox={sandbox} forwards={forwards} />
      <ForwardPanel key={panelled.id} forward={panelled} />
    </Split>
  )
}

interface PortListProps {
  readonly sandbox: SandboxInfo
  readonly forwards: readonly Forward[]
}

function PortList({ sandbox, forwards }: PortListProps) {
  const t = useText()
  const { platform, sandboxId } = sandbox
  const field = useRef<HTMLInputElement>(null)
  const [port, setPort] = useState('')
  const [local, setLocal] = useState('')
  const [problem, setProblem] = useState<string>()
  const noForward = useUnsupportedFeature()('portForward', platform)
  const remote = asPort(port)
  const localPort = asPort(local)
  const forward = async (): Promise<void> => {
    if (remote === undefined || noForward !== undefined) return
    setProblem(undefined)
    try {
      await workbench.call('sandboxes.forward', {
        platform,
        sandboxId,
        port: remote,
        localPort,
      })
      setPort('')
      setLocal('')
    } catch (error) {
      const { message, hint } = toFailure(error)
      setProblem(hint ? `${message} ${hint}` : message)
    }
  }
  return (
    <Stack gap={3.5} grow scroll pad={3.5} className={styles['ports']}>
      <Form row wrap align="start" gap={2.5} onSubmit={forward}>
        <Field label={t('sandboxes.ports.port')} error={problem}>
          <Input
            ref={field}
            value={port}
            inputMode="numeric"
            onChange={(event) => setPort(event.target.value)}
          />
        </Field>
        <Field label={t('sandboxes.ports.local')} hint={t('sandboxes.ports.local.hint')}>
          <Input value={local} inputMode="numeric" onChange={(event) => setLocal(event.target.value)} />
        </Field>
        <Button
          type="submit"
          tone="primary"
          reason={
            noForward ??
            (sandbox.isAlive ? undefined : t('sandboxes.notRunning')) ??
            (remote === undefined ? t('sandboxes.ports.need') : undefined)
          }
        >
          {t('sandboxes.ports.forward')}
        </Button>
        <CopyCode action={{ kind: 'forward', sandboxId, port: remote ?? 8000 }} platform={platform} />
      </Form>
      <FoundPorts sandbox={sandbox} forwards={forwards} />
      {forwards.length === 0 ? (
        <EmptyState
          icon={Cable}
          title={t('sandboxes.ports.empty')}
          hint={noForward ?? t('sandboxes.ports.hint')}
          action={
            noForward === undefined ? (
              <Button onClick={() => field.current?.focus()}>{t('sandboxes.ports.new')}</Button>
            ) : null
          }
        />
      ) : (
        <ul>
          {forwards.map((one) => (
            <ForwardRow key={one.id} forward={one} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Listening ports that are not forwarded yet. */
function FoundPorts({ sandbox, forwards }: PortListProps) {
  const t = useText()
  const noForward = useUnsupportedFeature()('portForward', sandbox.platform)
  const found = useListening(sandbox).filter(({ port }) => forwards.every((one) => one.port !== port))
  if (found.length === 0) return null
  return (
    <ul aria-label={t('sandboxes.ports.listening')}>
      {found.map(({ port, program, address }) => (
        <Stack as="li" key={port} row wrap>
          <strong>{port}</strong>
          <span>{program}</span>
          <Text tone="quiet">{address}</Text>
          <Stack as="span" row style={{ marginLeft: 'auto' }}>
            <Button tone="primary" reason={noForward} onClick={() => void openPort(sandbox, port)}>
              {t('sandboxes.ports.found.show')}
            </Button>
          </Stack>
        </Stack>
      ))}
    </ul>
  )
}

function ForwardRow({ forward }: { readonly forward: Forward }) {
  const t = useText()
  const { id, port, localPort, connections, error } = forward
  const url = forwardUrl(location.hostname, localPort)
  const shown = usePanel((state) => state.shown === id)
  return (
    <Stack as="li" row wrap>
      <strong>{port}</strong>
      <span aria-hidden>→</span>
      <code>{url}</code>
      <CopyButton text={url} />
      <Text tone="quiet">{t('sandboxes.ports.connections', { count: connections })}</Text>
      {error === undefined ? null : (
        <Text tone="bad" role="alert">
          {error}
        </Text>
      )}
      <Stack as="span" row gap={1.5} wrap style={{ marginLeft: 'auto' }}>
        <Button aria-pressed={shown} onClick={() => openPanel(id)}>
          <PanelRight size={14} aria-hidden />
          {t('sandboxes.ports.panel')}
        </Button>
        <Button onClick={() => openOutside(forward)}>
          <ExternalLink size={14} aria-hidden />
          {t('sandboxes.ports.open')}
        </Button>
        <IconButton label={t('sandboxes.ports.stop')} icon={X} onClick={() => stopForward(forward)} />
      </Stack>
    </Stack>
  )
}
