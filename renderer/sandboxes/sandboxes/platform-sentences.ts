import type { MessageKey, Text } from '../../i18n/text.ts'

/**
 * What Orrery's own platform says of a sandbox, in the order of `electron/sandbox-server/lifecycle`, and of what it does not guarantee, as
 * `electron/sandbox-server/runtime` does. The interface carries plain English sentences, so they are recognised by their form; those of other
 * platforms stay as they are.
 */
const OURS: readonly (readonly [form: RegExp, key: MessageKey])[] = [
  [/^Image (?<image>\S+) .*, so this sandbox uses this machine’s own system\.$/s, 'sandboxes.notice.standIn'],
  [/^The server was restarted; /, 'sandboxes.notice.restarted'],
  [/^Stopped because the server ended\.$/, 'sandboxes.notice.serverEnded'],
  [/^Stopped: its files took more than the disk limit of (?<limit>.+)\.$/, 'sandboxes.notice.disk'],
  [/^Stopped after (?<minutes>\d+) minutes without use\.$/, 'sandboxes.notice.idle'],
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

/** A sentence of a platform in the language in force. */
export function saidIn(t: Text, sentence: string): string {
  for (const [form, key] of OURS) {
    const found = form.exec(sentence)
    if (found) return t(key, { ...found.groups })
  }
  return sentence
}
