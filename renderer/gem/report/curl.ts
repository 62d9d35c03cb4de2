import type { Exchange } from '#shared/workbench/areas/gem.ts'

/** A text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A request as a line for a shell; the token is left for the reader to fill in. */
export function curlOf({
  method,
  url,
  request,
  requestHeaders,
}: Pick<Exchange, 'method' | 'url' | 'request' | 'requestHeaders'>): string {
  const secured = Object.keys(requestHeaders ?? {}).some((name) => name.toLowerCase() === 'authorization')
  const parts = [
    `curl -sS -X ${method} ${shellQuoted(url)}`,
    ...(secured ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(method === 'POST'
      ? ["-H 'content-type: application/json'", `-d ${shellQuoted(JSON.stringify(request))}`]
      : []),
  ]
  return parts.join(' ')
}
