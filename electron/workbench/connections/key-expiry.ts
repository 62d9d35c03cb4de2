import type { OwnKey } from '#shared/sandbox/own-key.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'

/** That a key has expired, if that is known. */
export const keyExpired = (name: string, key: OwnKey | undefined): LocalizedMessage | undefined =>
  key?.expires !== undefined && Date.parse(key.expires) <= Date.now()
    ? say('START.keyExpired', { name, key: key.name })
    : undefined

/** The longest delay of a timer in milliseconds; a workbench that runs longer notices by its regular checks. */
const MAX_DELAY_MS = 2 ** 31 - 1
/** After the expiry, so that the server has noticed, too. */
const AFTER_MS = 1000

/** Calls back soon after a key expires. */
export function atExpiry(key: OwnKey | undefined, act: () => void): NodeJS.Timeout | undefined {
  const delay = Date.parse(key?.expires ?? '') - Date.now() + AFTER_MS
  return delay > 0 && delay < MAX_DELAY_MS ? setTimeout(act, delay).unref() : undefined
}
