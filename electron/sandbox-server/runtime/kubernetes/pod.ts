import type { IsolatePlan } from '../runtime.ts'
import { knownReason } from '../engine/pull-reasons.ts'
import { CONTAINER, KEEPER, OWN } from './enter.ts'
import { LABELS, labelValue } from './labels.ts'

/** The used part of a Pod object. */
export interface Pod {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly uid?: string
    readonly resourceVersion?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly ownerReferences?: readonly {
      readonly kind: string
      readonly name: string
      readonly uid: string
    }[]
    readonly deletionTimestamp?: string
  }
  readonly spec: {
    readonly nodeName?: string
    readonly containers?: readonly {
      readonly name: string
      readonly image?: string
      readonly resources?: { readonly limits?: Readonly<Record<string, string>> }
    }[]
  }
  readonly status?: {
    readonly phase?: string
    readonly reason?: string
    readonly message?: string
    readonly conditions?: readonly {
      readonly type?: string
      readonly status?: string
      readonly reason?: string
      readonly message?: string
    }[]
    readonly containerStatuses?: readonly {
      readonly ready?: boolean
      readonly state?: {
        readonly waiting?: { readonly reason?: string; readonly message?: string }
        readonly running?: object
        readonly terminated?: {
          readonly reason?: string
          readonly message?: string
          readonly exitCode?: number
        }
      }
    }[]
  }
}

/** The name of the container that is the sandbox; a template of others may give it one of its own. */
export const containerOf = ({ spec: { containers = [] } }: Pick<Pod, 'spec'>): string =>
  (containers.find(({ name }) => name === CONTAINER) ?? containers[0])?.name ?? CONTAINER

export interface PodState {
  readonly ready: boolean
  /** It has terminated. */
  readonly ended: boolean
  /** Why it cannot start, as part of a sentence; what the cluster may still resolve is `pending`. */
  readonly failure?: string
  readonly pending?: string
}

/** The cluster's reasons for a container that does not start, with readable messages. */
const REASONS: Readonly<Record<string, string>> = {
  ErrImagePull: 'the image cannot be pulled',
  ImagePullBackOff: 'the image cannot be pulled, and the cluster waits before it tries again',
  ErrImageNeverPull: 'the image is not on the node, and pull is "never"',
  InvalidImageName: 'that is no image reference',
  CreateContainerConfigError: 'the container’s settings are wrong',
  CreateContainerError: 'the container cannot be made',
  RunContainerError: 'the container cannot be started: sandboxes need /bin/sh in the image',
  CrashLoopBackOff: 'the container ends again and again',
}

/** The state of a Pod. */
export function podState({ metadata, status = {} }: Pod): PodState {
  const [container] = status.containerStatuses ?? []
  const { waiting, running, terminated } = container?.state ?? {}
  if (terminated || status.phase === 'Failed' || status.phase === 'Succeeded') {
    const { reason = status.reason, message = status.message, exitCode } = terminated ?? {}
    const words = [reason, message, exitCode === undefined ? '' : `exit code ${exitCode}`].filter(Boolean)
    return { ready: false, ended: true, failure: `it ended: ${words.join(', ') || 'no reason was given'}` }
  }
  const suffixOf = (message = ''): string => (message ? `: ${message}` : '')
  const known = REASONS[waiting?.reason ?? '']
  if (known) {
    const cause = /Image/.test(waiting?.reason ?? '') ? knownReason(waiting?.message ?? '') : undefined
    const failure = `${known} (${waiting?.reason}${suffixOf(waiting?.message)})${suffixOf(cause)}`
    return { ready: false, ended: false, failure }
  }
  const unscheduled = status.conditions?.find(
    ({ type, status: is }) => type === 'PodScheduled' && is === 'False',
  )
  if (unscheduled)
    return {
      ready: false,
      ended: false,
      pending: `no node takes it (${unscheduled.reason}${suffixOf(unscheduled.message)})`,
    }
  return { ready: running !== undefined && !metadata.deletionTimestamp, ended: false }
}

/** What a Pod waits for that is on its way, in words; undefined for one that runs. */
export function startWords({ spec, status = {} }: Pod, image: string): string | undefined {
  const { pending } = podState({ metadata: { name: '', namespace: '' }, spec, status })
  if (pending) return `Waiting for a node: ${pending}`
  if (!spec.nodeName) return 'Waiting for a node'
  return status.containerStatuses?.[0]?.state?.waiting
    ? `Node ${spec.nodeName} prepares the sandbox of ${image}`
    : undefined
}

/** The parts of an event that are read here. */
export interface ClusterEvent {
  readonly reason?: string
  readonly message?: string
  readonly source?: { readonly host?: string }
}

/** What a node says of an image, in words; undefined for other events. Nodes do not tell how much of it has come. */
export function imageWords(
  { reason, message = '', source }: ClusterEvent,
  image: string,
): string | undefined {
  const node = source?.host ? ` on node ${source.host}` : ''
  if (reason === 'Pulling') return `Downloading ${image}${node}`
  if (reason !== 'Pulled') return undefined
  const [took] = /(?<=\bin )[\d.]+m?s\b/.exec(message) ?? []
  return took ? `${image} has been downloaded${node} in ${took}` : `${image} is there${node}`
}

interface Place {
  readonly name: string
  readonly owner: string
  /** Owners with which it is deleted. */
  readonly owners: readonly object[]
}

interface PodOptions {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Owners with which it is deleted. */
  readonly owners: readonly object[]
  readonly runtimeClass: string | undefined
  /** Name of the Secret with the credentials of the image's registry. */
  readonly secret?: string | undefined
}

/** A Pod as it is created. */
export interface PodManifest {
  readonly metadata: {
    readonly name: string
    readonly labels: Readonly<Record<string, string>>
    readonly ownerReferences?: readonly object[]
  }
  readonly spec: object
}

/** The Pod of a sandbox. */
export function podManifest(
  plan: IsolatePlan,
  { runtimeClass, secret, ...identity }: PodOptions,
): PodManifest & { readonly apiVersion: 'v1'; readonly kind: 'Pod' } {
  const { cpus, memory, disk } = plan.limits
  const amounts = {
    cpu: `${Math.ceil(cpus * 1000)}m`,
    memory: String(Math.ceil(memory)),
    ...(Number.isFinite(disk) ? { 'ephemeral-storage': String(Math.ceil(disk)) } : {}),
  }
  // A limit that nothing is requested for is requested in full, and few nodes have the disk of several sandboxes to reserve.
  const requests = {
    cpu: `${Math.ceil(cpus * 100)}m`,
    memory: amounts.memory,
    ...(Number.isFinite(disk) ? { 'ephemeral-storage': '0' } : {}),
  }
  const pull = { always: 'Always', never: 'Never', missing: 'IfNotPresent' } as const
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: identityOf(identity),
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: 0,
      hostname:
        plan.id
          .replace(/[^A-Za-z0-9-]/g, '-')
          .toLowerCase()
          .replace(/^-+|-+$/g, '')
          .slice(0, 12)
          .replace(/-+$/, '') || 'sandbox',
      ...(runtimeClass ? { runtimeClassName: runtimeClass } : {}),
      ...(plan.platform === undefined ? {} : { nodeSelector: nodesFor(plan.platform) }),
      ...(secret ? { imagePullSecrets: [{ name: secret }] } : {}),
      containers: [
        {
          name: CONTAINER,
          image: plan.image.reference,
          imagePullPolicy: pull[plan.pull ?? 'missing'],
          command: ['/bin/sh', '-c', KEEPER],
          resources: { limits: amounts, requests },
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['MKNOD'] } },
          volumeMounts: [{ name: 'own', mountPath: OWN }],
        },
      ],
      volumes: [{ name: 'own', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } }],
    },
  }
}

/** Restricts the Pod to nodes of this architecture. */
function nodesFor(platform: string): Record<string, string> {
  const [os = '', processor = ''] = platform.split('/')
  return { 'kubernetes.io/os': os, 'kubernetes.io/arch': processor }
}

export const labelsOf = ({ id }: IsolatePlan, owner: string): Record<string, string> => ({
  [LABELS.app]: 'orrery',
  [LABELS.owner]: owner,
  [LABELS.sandbox]: labelValue(id),
})

const metadataOf = (plan: IsolatePlan, { owner, ...place }: Place): object =>
  identityOf({ ...place, labels: labelsOf(plan, owner) })

const identityOf = ({
  name,
  labels,
  owners,
}: Pick<PodOptions, 'name' | 'labels' | 'owners'>): PodManifest['metadata'] => ({
  name,
  labels,
  ...(owners.length > 0 ? { ownerReferences: owners } : {}),
})

/** Where clouds tell a machine its credentials. */
const METADATA_ADDRESS = '169.254.169.254'

/** Network policy of a sandbox with a private network or none; effective if the cluster enforces policies. */
export function networkManifest(plan: IsolatePlan, place: Place): object {
  const { owner } = place
  const around = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10']
  const names = [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ]
  const own = [
    { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: around } }] },
    // Names are answered by Pods or, with NodeLocal DNSCache, by the node itself at a link-local address or the one of the cluster's
    // service, which no selector names. The address of a cloud's metadata answers names, too.
    {
      to: [{ namespaceSelector: {} }, { ipBlock: { cidr: '0.0.0.0/0', except: [`${METADATA_ADDRESS}/32`] } }],
      ports: names,
    },
  ]
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf(plan, place),
    spec: {
      podSelector: { matchLabels: { [LABELS.owner]: owner, [LABELS.sandbox]: labelValue(plan.id) } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
      egress: plan.network.mode === 'own' ? own : [],
    },
  }
}

/** Registry credentials as a Secret. */
export function loginManifest(plan: IsolatePlan, place: Place): object | undefined {
  if (!plan.login) return undefined
  const { username, password } = plan.login
  const registry = /^[^/]*[.:][^/]*(?=\/)/.exec(plan.image.reference)?.[0] ?? 'https://index.docker.io/v1/'
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadataOf(plan, place),
    type: 'kubernetes.io/dockerconfigjson',
    stringData: {
      '.dockerconfigjson': JSON.stringify({ auths: { [registry]: { username, password, auth } } }),
    },
  }
}
