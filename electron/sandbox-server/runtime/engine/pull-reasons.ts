/**
 * Readable reasons for failed pulls by the messages of engines and registries, which vary and are mostly not helpful. The first match
 * counts.
 */
const REASONS: readonly (readonly [words: RegExp, reason: string])[] = [
  [
    /cannot connect to the docker daemon|unable to connect to podman|error during connect/i,
    'the engine does not answer',
  ],
  [
    /toomanyrequests|\b429\b|rate limit/i,
    'its registry gives no more to this address or account for now: wait, or sign in to it',
  ],
  [/no space left on device/i, 'the engine’s disk is full'],
  [
    /short-name .* did not resolve/i,
    'the engine needs the registry in the name: write the full name, such as docker.io/library/python:3.11',
  ],
  [/may require 'docker login'/i, 'there is no such image, or its registry wants another login'],
  [
    /unauthorized|authentication required|no basic auth credentials|incorrect username|invalid username|access (?:is |to the resource is )?denied|\b40[13] (?:Unauthorized|Forbidden)|status code 40[13]/i,
    'its registry wants a login, or another one',
  ],
  [
    /no matching manifest|no image found in (?:manifest list|image index)|does not match the specified platform/i,
    'its registry does not have it for that platform',
  ],
  [
    /server gave HTTP response to HTTPS client/i,
    'its registry speaks plain HTTP, which the engine must be told',
  ],
  [/x509|certificate/i, 'the engine does not trust the certificate of its registry'],
  [
    /no such host|name resolution|network is unreachable|no route to host|connection refused|i\/o timeout|handshake timeout|Client\.Timeout|deadline exceeded|connection reset/i,
    'its registry cannot be reached',
  ],
  [
    /manifest unknown|name unknown|not found|invalid reference|no such (?:image|manifest)/i,
    'its registry has no image of that name and tag',
  ],
]

/** The end of a readable sentence, followed by the engine's message. */
export function pullReason(words: string): string {
  const reason = knownReason(words)
  return reason === undefined ? words : `${reason} (${words})`
}

/** The reason alone; undefined for a message that is not known. */
export const knownReason = (words: string): string | undefined =>
  REASONS.find(([form]) => form.test(words))?.[1]
