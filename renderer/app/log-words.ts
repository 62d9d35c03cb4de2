import type { LogLine } from '#shared/workbench/areas/connections.ts'
import { type MessageKey, type Text, translateServerSentence } from '../i18n/text.ts'

/** Changes of state, as in `electron/workbench/connections` and `models`, with what went wrong. */
const STATE = /^(?<state>stopped|starting|ready|backoff|failed)(?:: (?<why>.+))?$/s

/** What the workbench says of a connection's life, in the same places. */
const OURS: readonly (readonly [form: RegExp, key: MessageKey])[] = [
  [/^Starting (?<what>.+)$/s, 'app.log.starting'],
  [/^Opening (?<what>.+)$/s, 'app.log.opening'],
  [/^The server ended its announcements$/, 'app.log.announced'],
  [/^The server refuses the key or the sign-in$/, 'app.log.refused'],
  [/^No answer to ping within (?<milliseconds>\d+) ms; restarting$/, 'app.log.silent'],
]

/** A log line in the chosen language; what programs and servers print stays as it is. */
export function logWords(t: Text, { source, text }: Pick<LogLine, 'source' | 'text'>): string {
  if (source !== 'lifecycle') return text
  const { state, why } = STATE.exec(text)?.groups ?? {}
  if (state !== undefined) {
    const name = t(`app.state.${state as 'stopped' | 'starting' | 'ready' | 'backoff' | 'failed'}`)
    return why === undefined ? name : t('ui.labelled', { name, value: translateServerSentence(why) ?? why })
  }
  for (const [form, key] of OURS) {
    const { groups } = form.exec(text) ?? {}
    if (groups ?? form.test(text)) return t(key, groups)
  }
  return text
}
