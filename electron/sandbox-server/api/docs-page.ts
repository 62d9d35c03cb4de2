import { escapeHtml } from '#shared/html/escape.ts'
import type { openApi } from './openapi.ts'

type Document = ReturnType<typeof openApi>

/** The parts of an operation that the page shows. */
interface Shown {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly example?: unknown }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: unknown; readonly example?: unknown }>>
  }
  readonly responses?: unknown
}

const STYLE = [
  ':root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}',
  'body{max-width:60rem;margin:2rem auto;padding:0 1rem}',
  'pre{overflow:auto;padding:.6rem .8rem;border:1px solid #8884;border-radius:6px;font-size:13px}',
  'summary{cursor:pointer;padding:.3rem 0}summary code{font-weight:600}',
  'details{border-bottom:1px solid #8884}nav a{margin-right:1rem}',
].join('')

/** The sections of the page in order, with their introductions. */
const PARTS = [
  ['sandbox', 'Sandboxes: the platform’s own operations'],
  ['extensions', 'Extensions of this server'],
  ['gem', 'Environments (GEM)'],
  ['operation', 'Health and metrics'],
] as const

const json = (value: unknown): string => `<pre>${escapeHtml(JSON.stringify(value, undefined, 2))}</pre>`

/** The request as a curl command, with token and address from the environment. */
function curl(method: string, path: string, shown: Shown): string | undefined {
  const { content } = shown.requestBody ?? {}
  const example = content?.['application/json']?.example
  const fields = (shown.parameters ?? []).filter((one) => one.example !== undefined)
  if (example === undefined && (method !== 'get' || path.includes('{'))) return undefined
  const query = fields.map((one) => `${one.name}=${encodeURIComponent(String(one.example))}`).join('&')
  const url = `$URL${path}${query && `?${query}`}`
  const token = '-H "Authorization: Bearer $ORRERY_SANDBOX_TOKEN"'
  if (example === undefined) return `curl ${token} \\\n  "${url}"`
  return `curl ${token} -H 'Content-Type: application/json' \\\n  "${url}" -d '${JSON.stringify(example)}'`
}

function operationOf(method: string, path: string, shown: Shown): string {
  const command = curl(method, path, shown)
  const schema = shown.requestBody ? Object.values(shown.requestBody.content)[0]?.schema : undefined
  const answer = (shown.responses as { readonly 200?: { readonly content?: unknown } } | undefined)?.[200]
  return [
    `<details id="${escapeHtml(`${method}${path}`)}"><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> `,
    `${escapeHtml(shown.summary ?? '')}</summary>`,
    command === undefined ? '' : `<h4>Example</h4><pre>${escapeHtml(command)}</pre>`,
    shown.parameters?.length ? `<h4>Parameters</h4>${json(shown.parameters)}` : '',
    schema === undefined ? '' : `<h4>Request</h4>${json(schema)}`,
    answer?.content === undefined ? '' : `<h4>Answer</h4>${json(answer.content)}`,
    '</details>',
  ].join('')
}

/** The OpenAPI document as an HTML page without scripts and external resources. */
export function docsPage(document: Document): string {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, shown]) => ({ path, method, shown: shown as Shown })),
  )
  const parts = PARTS.map(([tag, title]) => {
    const own = all.filter(({ shown }) => shown.tags?.includes(tag))
    const list = own.map(({ method, path, shown }) => operationOf(method, path, shown)).join('\n')
    return `<h2 id="${tag}">${escapeHtml(title)}</h2>\n${list}`
  })
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(document.info.title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escapeHtml(document.info.title)} ${escapeHtml(document.info.version)}</h1>`,
    '<p>Every answer is <code>{status, message, error, result}</code> under HTTP 200; <code>status</code> is ',
    '<code>Success</code> or <code>Failed</code>. <code>run_in_session</code> fails by default when the command does: ',
    'send <code>"check": "silent"</code> to get its exit code. The same as JSON: <code>/openapi.json</code> (with the token).</p>',
    `<nav>${PARTS.map(([tag, title]) => `<a href="#${tag}">${escapeHtml(title)}</a>`).join('')}</nav>`,
    ...parts,
    '</body></html>',
  ].join('\n')
}
