import { CREDENTIAL_HEADERS } from './guard.ts'

/** Headers that are for this server and not for a service inside. */
const OWN_HEADERS = new Set([...CREDENTIAL_HEADERS, 'host', 'origin', 'x-rock-target-port'])

/** Cookies of the workbench, which a browser sends to every port of the name that set them. */
const OWN_COOKIES = /^orrery-/

/**
 * The headers of a request that may go on to a service inside a sandbox: not ours, and none that carries our token in whatever form a client
 * may have sent it, since with it a program inside could call this server.
 */
export function innerHeaders(rawHeaders: readonly string[], token: string | undefined): [string, string][] {
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', given = ''] = rawHeaders.slice(at, at + 2)
    if (OWN_HEADERS.has(name.toLowerCase())) continue
    const value = name.toLowerCase() === 'cookie' ? otherCookies(given, token) : given
    if (value !== '' && !carries(value, token)) headers.push([name, value])
    else if (given === '') headers.push([name, given])
  }
  return headers
}

/** The same for the path with its query: parameters that carry the token are left out. */
export function innerPath(path: string, token: string | undefined): string {
  const [place, query] = split(path, '?')
  if (query === undefined) return path
  const kept = query.split('&').filter((parameter) => !carries(parameter, token))
  return kept.length > 0 ? `${place}?${kept.join('&')}` : place
}

const otherCookies = (header: string, token: string | undefined): string =>
  header
    .split(/;\s*/)
    .filter((cookie) => !OWN_COOKIES.test(cookie) && !carries(cookie, token))
    .join('; ')

/** Whether a text holds the token: as it is, percent-encoded, or in Base64, as logins have it. */
function carries(text: string, token: string | undefined): boolean {
  if (token === undefined) return false
  if (text.includes(token) || decoded(text).includes(token)) return true
  const words = decoded(text).match(/[\w+/-]{8,}/g) ?? []
  return words.some((word) => Buffer.from(word, 'base64').includes(token))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function split(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
