import type { Exchange } from '#shared/environments/exchange.ts'
import { shellQuote } from '#shared/shell/quote.ts'

/** The request with Python's standard library. */
export function pythonOf({ method, url, request, requestHeaders }: Parameters<typeof curlOf>[0]): string {
  const secured = Object.keys(requestHeaders ?? {}).some((name) => name.toLowerCase() === 'authorization')
  const headers = [
    ...(secured ? ['"Authorization": "Bearer " + os.environ["TOKEN"]'] : []),
    ...(method === 'POST' ? ['"Content-Type": "application/json"'] : []),
  ]
  return [
    'import json, os, urllib.request',
    '',
    `request = urllib.request.Request(${pythonText(url)}, method=${pythonText(method)}, headers={${headers.join(', ')}})`,
    ...(method === 'POST' ? [`body = json.loads(${pythonText(JSON.stringify(request))})`] : []),
    `with urllib.request.urlopen(request${method === 'POST' ? ', json.dumps(body).encode()' : ''}) as answer:`,
    '    print(json.load(answer))',
    '',
  ].join('\n')
}

/**
 * A Python string literal; JSON's escapes are valid in Python, and lone surrogates and others are escaped to
 * be safe.
 */
const pythonText = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[^\u0020-\u007e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The request as a shell command; the token is left for the reader to fill in. */
export function curlOf({
  method,
  url,
  request,
  requestHeaders,
}: Pick<Exchange, 'method' | 'url' | 'request' | 'requestHeaders'>): string {
  const secured = Object.keys(requestHeaders ?? {}).some((name) => name.toLowerCase() === 'authorization')
  const parts = [
    `curl -sS -X ${method} ${shellQuote(url)}`,
    ...(secured ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(method === 'POST'
      ? ["-H 'content-type: application/json'", `-d ${shellQuote(JSON.stringify(request))}`]
      : []),
  ]
  return parts.join(' ')
}
