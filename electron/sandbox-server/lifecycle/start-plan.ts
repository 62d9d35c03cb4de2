import { checkAmount, parseCpus } from '#shared/sandbox/amounts.ts'
import {
  acceleratorTypes,
  PLATFORM_FORM,
  PLATFORM_WORDS,
  resourceLimits,
  START_DEFAULTS,
  type StartRequest,
} from '#shared/sandbox/lifecycle.ts'
import { formatSize } from '#shared/sandbox/size.ts'
import {
  NETWORK_FORM,
  type NetworkMode,
  networkText,
  type NetworkPolicy,
  parseNetwork,
} from '#shared/sandbox/network-policy.ts'
import type { SandboxTemplate } from '../runtime/runtime.ts'
import { badRequest } from './platform-error.ts'
import { freshId, ID_FORM, type Identity, type SandboxRecord } from './record.ts'

/** Startup timeout in seconds: upstream clamps to this range. */
const STARTUP_SECONDS = { least: 600, most: 1800 } as const

/** The server's defaults, and the available image. */
interface StartDefaults {
  readonly defaultCpus?: number | undefined
  /** Bytes. */
  readonly defaultMemory?: number | undefined
  readonly defaultDisk?: number | undefined
  readonly idleMinutes: number
  readonly network: NetworkPolicy
  readonly networks: readonly NetworkMode[]
  readonly platform?: string | undefined
  /** Whether a container engine has or pulls the image. */
  readonly isOfEngine?: boolean
}

/** The defaults of starts of a backend's template. */
export function templateDefaults(
  image: string,
  template: SandboxTemplate | undefined,
): Pick<StartDefaults, 'defaultCpus' | 'defaultMemory' | 'defaultDisk'> {
  if (!template || (image !== 'local' && image !== template.image)) return {}
  const { cpus, memory, disk } = template.limits
  return { defaultCpus: cpus, defaultMemory: memory, defaultDisk: disk }
}

/**
 * The record of a sandbox for a start request.
 * @throws PlatformError 4000 with the platform's own messages
 */
export function planStart(
  request: StartRequest,
  identity: Identity,
  defaults: StartDefaults,
  now: number,
): SandboxRecord {
  const cpus = chosenCpus(request, defaults)
  const memory = chosenMemory(request, defaults)
  const disk =
    request.disk == null && defaults.defaultDisk !== undefined
      ? defaults.defaultDisk
      : bytes('disk', request.disk ?? START_DEFAULTS.disk)
  const { num_gpus: count, accelerator_type: type } = request
  if (type != null && !(acceleratorTypes as readonly string[]).includes(type)) {
    throw badRequest(`Invalid accelerator_type ${type}: known are ${acceleratorTypes.join(', ')}`)
  }
  if (count != null && count > 0) {
    throw badRequest(`num_gpus ${count} cannot be granted: this server has no accelerators to hand out`)
  }
  const system = request.image_os?.trim().toLowerCase() || 'linux'
  if (system !== 'linux') throw badRequest(`image_os ${system} cannot be had: sandboxes here run Linux`)
  const platform = chosenPlatform(request.platform, defaults)
  const idleMinutes = request.auto_clear_time_minutes ?? defaults.idleMinutes
  const startup = request.startup_timeout ?? STARTUP_SECONDS.least
  return {
    id: chosenId(request.sandbox_id),
    kind: 'sandbox',
    ...(request.name?.trim() ? { name: request.name.trim() } : {}),
    ...(request.notes?.trim() ? { notes: request.notes.trim() } : {}),
    ...(request.metadata ? { metadata: request.metadata } : {}),
    ...(request.env ? { env: request.env } : {}),
    image: request.image,
    cpus,
    memory,
    disk,
    network: networkText(chosenNetwork(request.network, defaults)),
    idleMinutes,
    ...(request.auto_delete_seconds == null ? {} : { autoDeleteSeconds: request.auto_delete_seconds }),
    ...(request.auto_archive_seconds == null ? {} : { autoArchiveSeconds: request.auto_archive_seconds }),
    startupSeconds: Math.min(STARTUP_SECONDS.most, Math.max(STARTUP_SECONDS.least, startup)),
    pull: request.pull ?? 'missing',
    platform,
    identity,
    state: 'pending',
    history: [],
    phases: {},
    created: now,
    expires: now + idleMinutes * 60_000,
    notices: [],
  }
}

/**
 * An explicitly requested network has to be available. A default falls back to what the image's backend supports, but an allow list never
 * to anything less restrictive.
 */
export function chosenNetwork(
  wish: string | null | undefined,
  { network, networks }: { readonly network: NetworkPolicy; readonly networks: readonly NetworkMode[] },
): NetworkPolicy {
  if (wish == null) {
    if (networks.includes(network.mode)) return network
    const isClosed = network.mode === 'allow' && networks.includes('none')
    return { mode: isClosed ? 'none' : (networks[0] ?? 'shared'), hosts: [] }
  }
  const policy = parseNetwork(wish)
  if (!policy) throw badRequest(`Invalid network ${JSON.stringify(wish)}: use ${NETWORK_FORM}`)
  if (networks.includes(policy.mode)) return policy
  throw badRequest(`network ${policy.mode} cannot be had with this image here: use ${networks.join(' or ')}`)
}

const PROCESSORS: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386', ppc64: 'ppc64le' }
/** The platform of this machine's own system. */
const MACHINE = `linux/${PROCESSORS[process.arch] ?? process.arch}`

/**
 * Only an engine runs programs of other architectures, given an emulator; whether there is one shows at the
 * start.
 */
function chosenPlatform(
  wish: string | null | undefined,
  { platform, isOfEngine }: StartDefaults,
): string | undefined {
  if (wish == null || wish.trim() === '') return isOfEngine ? platform : undefined
  const requested = wish.trim()
  if (!PLATFORM_FORM.test(requested))
    throw badRequest(`Invalid platform ${JSON.stringify(wish)}: use ${PLATFORM_WORDS}`)
  if (isOfEngine) return requested
  if (requested === MACHINE) return undefined
  throw badRequest(
    `platform ${requested} cannot be had with this image here: it runs on this machine’s own system, ${MACHINE}`,
  )
}

function chosenCpus(request: StartRequest, { defaultCpus = START_DEFAULTS.cpus }: StartDefaults): number {
  const requested = request.cpus ?? request.resources?.cpu ?? defaultCpus
  const cpus = Math.min(parseCpus(requested), request.limit_cpus ?? Infinity)
  const amount = checkAmount('cpus', cpus)
  if ('value' in amount) return amount.value
  if (amount.problem === 'invalid') throw badRequest(`Invalid cpus: ${String(requested)}`)
  throw badRequest(`Requested CPUs ${decimal(cpus)} exceed the maximum allowed ${resourceLimits.cpus}`)
}

function chosenMemory({ memory, resources }: StartRequest, { defaultMemory }: StartDefaults): number {
  const requested = memory ?? asText(resources?.memory)
  return requested === undefined && defaultMemory !== undefined
    ? defaultMemory
    : bytes('memory', requested ?? START_DEFAULTS.memory)
}

/** Formats a number like a Python float. */
const decimal = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value))

const asText = (value: string | number | null | undefined): string | undefined =>
  value == null ? undefined : String(value)

function bytes(what: 'memory' | 'disk', written: string): number {
  const amount = checkAmount(what, written)
  if ('value' in amount) return amount.value
  if (amount.problem === 'invalid') throw badRequest(`Invalid ${what} size: ${written}`)
  const verb = what === 'memory' ? 'exceed' : 'exceeds'
  const limit = formatSize(resourceLimits[what]).replace('.00', '')
  throw badRequest(`Requested ${what} ${written} ${verb} the maximum allowed ${limit}`)
}

function chosenId(wish: string | null | undefined): string {
  if (!wish) return freshId()
  if (!ID_FORM.test(wish)) {
    throw badRequest(
      `Invalid sandbox_id ${JSON.stringify(wish)}: use up to 128 letters, digits, ".", "_" and "-", beginning with a letter or digit`,
    )
  }
  return wish
}
