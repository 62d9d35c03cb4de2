import type { MessageKey, Text } from '../../i18n/text.ts'

/**
 * What Orrery's own platform says of a sandbox, in the order of `electron/sandbox-server/lifecycle`. The interface carries plain
 * English sentences, so they are told by their form; those of other platforms stay as they are.
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
]

/** A notice in the language in force. */
export function noticeIn(t: Text, notice: string): string {
  for (const [form, key] of OURS) {
    const found = form.exec(notice)
    if (found) return t(key, { ...found.groups })
  }
  return notice
}
