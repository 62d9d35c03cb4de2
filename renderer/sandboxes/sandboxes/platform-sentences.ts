import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import type { MessageKey, Text } from '../../i18n/text.ts'

/** This machine's own system replaces an image. */
const NOT_FETCHED =
  /^Image (?<image>\S+) can’t be had: (?<reason>.+), so this sandbox uses this machine’s own system\.$/s
const NOT_HERE = /^Image (?<image>\S+) .*, so this sandbox uses this machine’s own system\.$/s

/**
 * Sentences of our own platform about a sandbox, in the order of `electron/sandbox-server/lifecycle`, and
 * about limitations, as in `electron/sandbox-server/runtime`. The API returns plain English sentences, so
 * they are matched by pattern and translated; those of other platforms stay as they are.
 */
const OURS: readonly (readonly [form: RegExp, key: MessageKey])[] = [
  [NOT_FETCHED, 'sandboxes.notice.standInWhy'],
  [NOT_HERE, 'sandboxes.notice.standIn'],
  [/^The server was restarted; /, 'sandboxes.notice.restarted'],
  [/^Stopped because the server ended\.$/, 'sandboxes.notice.serverEnded'],
  [/^Stopped: its files took more than the disk limit of (?<limit>.+)\.$/, 'sandboxes.notice.disk'],
  [/^Stopped after (?<minutes>\d+) minutes without use\.$/, 'sandboxes.notice.idle'],
  [/^The sandbox ended by itself: its Pod /, 'sandboxes.notice.ended.pod'],
  [/^The sandbox ended by itself: /, 'sandboxes.notice.ended'],
  [/^Not started: (?<reason>.+)\.$/s, 'sandboxes.notice.notStarted'],
  [/^A process was killed: the memory limit of (?<limit>.+) was reached\.$/, 'sandboxes.notice.memoryOne'],
  [
    /^(?<count>\d+) processes were killed: the memory limit of (?<limit>.+) was reached\.$/,
    'sandboxes.notice.memory',
  ],
  [/^Only this machine’s own system: /, 'sandboxes.notGuaranteed.images'],
  [
    /^None of (?<programs>.+) is here to give a sandbox a network of its own: /,
    'sandboxes.notGuaranteed.network',
  ],
  [/^No system call filter and no keyring for each sandbox: /, 'sandboxes.notGuaranteed.guard'],
  [/^System calls are not filtered: none is known for (?<processor>\S+) /, 'sandboxes.notGuaranteed.filter'],
  [/^No writable control group: memory is not limited as a whole; /, 'sandboxes.notGuaranteed.memoryEach'],
  [/^No writable control group: memory is not limited\.$/, 'sandboxes.notGuaranteed.memory'],
  [/^No writable control group: processor time is not limited\.$/, 'sandboxes.notGuaranteed.cpu'],
  [
    /^No writable control group: processes are not limited as a whole; /,
    'sandboxes.notGuaranteed.processesEach',
  ],
  [/^No writable control group: processes are not limited\.$/, 'sandboxes.notGuaranteed.processes'],
  [/^No disk for each sandbox can be mounted: /, 'sandboxes.notGuaranteed.disk'],
  [/^Run by an ordinary user: /, 'sandboxes.notGuaranteed.users'],
  [/^Disk use is measured, not limited: /, 'sandboxes.notGuaranteed.engineDisk'],
  [/^A sandbox’s own network is the engine’s, /, 'sandboxes.notGuaranteed.engineNetwork'],
  [/^Not isolated: programs run as you, /, 'sandboxes.notGuaranteed.isolation'],
  [/^No images: every sandbox runs on this machine’s own system\.$/, 'sandboxes.notGuaranteed.everyImage'],
]

/**
 * Sentences about an image being pulled, as in `electron/sandbox-server/lifecycle/image-phase.ts` and
 * `runtime/engine`.
 */
const OF_IMAGES: typeof OURS = [
  [/^use cached image, skip image pull$/, 'sandboxes.phase.cached'],
  [/^(?<runtime>\S+) run success$/, 'sandboxes.phase.ran'],
  [/^image pull running$/, 'sandboxes.pull.asking'],
  [
    /^Downloading (?<image>\S+), (?<done>[\d.]+) of (?<total>[\d.]+) (?<unit>[kMG]B)$/,
    'sandboxes.pull.downloading',
  ],
  [/^Downloading (?<image>\S+)$/, 'sandboxes.pull.begun'],
  [/^Unpacking (?<image>\S+)$/, 'sandboxes.pull.unpacking'],
  [
    /^Failed to pull image (?<image>\S+): it can’t be had: (?<reason>.+)\. Images here: (?<names>.+)$/s,
    'sandboxes.pull.failed',
  ],
  [/^Failed to pull image (?<image>\S+): it can’t be had: (?<reason>.+)$/s, 'sandboxes.pull.failedAlone'],
  [/^there is no such image, or .* \((?<words>.+)\)$/s, 'sandboxes.pull.hidden'],
  [/^the engine needs the registry in the name: .* \((?<words>.+)\)$/s, 'sandboxes.pull.shortName'],
  [/^its registry has no image of .* \((?<words>.+)\)$/s, 'sandboxes.pull.absent'],
  [/^its registry wants a login.*? \((?<words>.+)\)$/s, 'sandboxes.pull.login'],
  [/^its registry gives no more .*? \((?<words>.+)\)$/s, 'sandboxes.pull.limit'],
  [/^its registry cannot be reached \((?<words>.+)\)$/s, 'sandboxes.pull.unreachable'],
  [/^its registry speaks plain HTTP.*? \((?<words>.+)\)$/s, 'sandboxes.pull.plain'],
  [/^the engine does not trust .*? \((?<words>.+)\)$/s, 'sandboxes.pull.certificate'],
  [/^the engine’s disk is full \((?<words>.+)\)$/s, 'sandboxes.pull.full'],
  [/^the engine does not answer \((?<words>.+)\)$/s, 'sandboxes.pull.engine'],
  [/^its registry does not have it for that platform \((?<words>.+)\)$/s, 'sandboxes.pull.noPlatform'],
  [/^its registry has it for (?<here>\S+) alone, not for (?<wanted>\S+)$/, 'sandboxes.pull.otherPlatform'],
  [/^the image’s programs are for (?<processor>\S+), and .*: (?<help>.+)$/s, 'sandboxes.start.noEmulator'],
]

/** Translates a sentence of our own platform; undefined for others. */
export function translateOwnSentence(t: Text, sentence = ''): string | undefined {
  for (const [form, key] of [...OURS, ...OF_IMAGES]) {
    const { groups } = form.exec(sentence) ?? {}
    if (!groups && !form.test(sentence)) continue
    const { reason, ...values } = groups ?? {}
    return t(key, reason === undefined ? values : { ...values, reason: translateSentence(t, reason) })
  }
  return undefined
}

interface StandIn {
  readonly sentence: string
  /** What the container engine says of the image. */
  readonly reason?: string
}

/** That a sandbox has this machine's own system rather than the requested image; undefined for other notices. */
export function standInOf(t: Text, notice: string): StandIn | undefined {
  const { image, reason } = NOT_FETCHED.exec(notice)?.groups ?? {}
  if (reason !== undefined)
    return {
      sentence: t('sandboxes.notice.standInFetch', { image }),
      reason: translateSentence(t, reason),
    }
  return NOT_HERE.test(notice) ? { sentence: translateSentence(t, notice) } : undefined
}

/** Sentences that say why a sandbox stopped. */
const STOPS: ReadonlySet<MessageKey> = new Set<MessageKey>([
  'sandboxes.notice.restarted',
  'sandboxes.notice.serverEnded',
  'sandboxes.notice.disk',
  'sandboxes.notice.idle',
  'sandboxes.notice.ended',
])

/** Why a stopped sandbox has stopped: the last of its platform's sentences about that. */
export const stopReason = ({ state, notices }: Pick<SandboxInfo, 'state' | 'notices'>): string | undefined =>
  state === 'stopped'
    ? notices.findLast((notice) => OURS.some(([form, key]) => STOPS.has(key) && form.test(notice)))
    : undefined

/** Translates a platform's sentence if possible. */
export const translateSentence = (t: Text, sentence: string): string =>
  translateOwnSentence(t, sentence) ?? sentence
