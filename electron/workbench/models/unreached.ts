import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'

/** What the reasons of Node's network mean; a sentence of its own for each. */
const REASONS = [
  [/\bECONNREFUSED\b/, 'START.nobody'],
  [/\bENOTFOUND\b|\bEAI_AGAIN\b/, 'START.noHost'],
  [/\bbad port\b/, 'START.badPort'],
  [/\b(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)\b|Connect Timeout/, 'START.noWay'],
] as const

/** Why nothing answers at an address, in plain words; undefined for what a server itself said. */
export function sayUnreached(url: string | undefined, reason: string): LocalizedMessage | undefined {
  const key = REASONS.find(([form]) => form.test(reason))?.[1]
  if (url === undefined || key === undefined) return undefined
  const { host, hostname, port } = new URL(url)
  return say(key, { host, hostname, port })
}
