import { MAX_HOSTS, parseNetwork, unreadableHost } from '#shared/sandbox/network-policy.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { Field, Input, Select } from '../../ui/field.tsx'

const NETWORKS = ['own', 'none', 'allow', 'shared'] as const
type Network = (typeof NETWORKS)[number]

const networkOf = (text: string): Network | undefined => NETWORKS.find((name) => name === text)

/** Describes what a sandbox may connect to; undefined if the platform does not say. */
export function networkText(t: Text, { network }: Pick<SandboxInfo, 'network'>): string | undefined {
  if (network === undefined) return undefined
  const [mode = '', hosts = ''] = network.split(/:(.*)/s)
  const known = networkOf(mode)
  return known ? t(`sandboxes.network.${known}`, { hosts: hosts.replaceAll(',', ', ') }) : network
}

/** Extends a network policy to also allow a refused connection. */
export function networkAllowing(network: string, host: string, port: number): string {
  const bare = host.includes(':') ? `[${host}]` : host
  return `${network.startsWith('allow:') ? network : 'allow:*'},${bare}:${port}`
}

/** What is wrong with the hosts of a policy; undefined if nothing is, or nothing is written yet. */
export function hostsProblem(t: Text, network: string): string | undefined {
  const [, hosts = ''] = network.split(/^allow:/)
  if (hosts.trim() === '') return undefined
  const host = unreadableHost(hosts)
  if (host === undefined)
    return parseNetwork(network) ? undefined : t('sandboxes.network.hosts.many', { most: MAX_HOSTS })
  return host === '' ? t('sandboxes.network.hosts.empty') : t('sandboxes.network.hosts.bad', { host })
}

interface NetworkFieldProps {
  /** As passed to a start; empty for the platform's default. */
  readonly value: string
  /** Policies supported by the platform. */
  readonly networks: readonly string[]
  onChange(network: string): void
}

/** Selects a new sandbox's network policy. */
export function NetworkField({ value, networks, onChange }: NetworkFieldProps) {
  const t = useText()
  const offered = networks.flatMap((name) => networkOf(name) ?? [])
  const [mode = '', hosts = ''] = value.split(/:(.*)/s)
  const known = offered.find((name) => name === mode)
  return (
    <>
      <Field
        label={t('sandboxes.network')}
        warning={known === 'shared' ? t('sandboxes.network.shared.hint') : undefined}
        hint={known === 'own' ? t('sandboxes.network.own.hint') : undefined}
      >
        <Select
          value={known ?? ''}
          onChange={({ target }) => onChange(target.value === 'allow' ? 'allow:' : target.value)}
        >
          <option value="">{t('sandboxes.network.default')}</option>
          {offered.map((name) => (
            <option key={name} value={name}>
              {t(`sandboxes.network.${name}.name`)}
            </option>
          ))}
        </Select>
      </Field>
      {known === 'allow' ? (
        // A list of hosts takes the form's width.
        <div style={{ gridColumn: '1 / -1' }}>
          <Field
            label={t('sandboxes.network.hosts')}
            hint={t('sandboxes.network.hosts.hint')}
            error={hostsProblem(t, value)}
          >
            <Input value={hosts} required onChange={({ target }) => onChange(`allow:${target.value}`)} />
          </Field>
        </div>
      ) : null}
    </>
  )
}
