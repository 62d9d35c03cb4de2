import type { FetchedModel } from '#shared/workbench/areas/models.ts'
import type { WorkbenchError } from '#shared/workbench/failure.ts'
import type { SentenceKey } from '#shared/workbench/sentences/en.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { fetch as fetchOut, type Fetch } from '../../node/outgoing.ts'

/** Maximum size of a model file; the server has the same limit. */
const MAX_FILE_BYTES = 8 * 1024 * 1024
/** Maximum number of files read from a repository; each is a separate request. */
const MAX_FILES = 1000
/** Maximum number of concurrent requests. */
const MAX_REQUESTS = 8
const MAX_WAIT_MS = 30_000

/** A folder of a GitHub repository. */
interface Folder {
  readonly owner: string
  readonly repository: string
  readonly ref: string
  readonly path: string
}

/** Percent signs of an address that encode nothing stay as they are. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const rawAddress = ({ owner, repository, ref, path }: Folder): string =>
  `https://raw.githubusercontent.com/${owner}/${repository}/${encodePath(ref)}/${encodePath(path)}`

/** Interprets a URL as one file or a folder of a repository. The GitHub page of a file means the file. */
export function readAddress(address: string): { readonly file: string } | { readonly folder: Folder } {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw workbenchError('FETCH_ADDRESS')
  const [owner, name, view, ref = 'HEAD', ...rest] = url.pathname.split('/').filter(Boolean).map(decoded)
  if (url.hostname !== 'github.com' || owner === undefined || name === undefined) return { file: url.href }
  const folder = { owner, repository: name.replace(/\.git$/, ''), ref, path: rest.join('/') }
  if (view === 'blob' || view === 'raw') return { file: rawAddress(folder) }
  return view === undefined || view === 'tree' ? { folder } : { file: url.href }
}

/** Downloads a model file, or the model files of a GitHub folder. @throws WorkbenchError FETCH_… */
export async function fetchModel(
  address: string,
  signal: AbortSignal,
  get: Fetch = fetchOut,
): Promise<FetchedModel> {
  const meant = readAddress(address.trim())
  if ('file' in meant) {
    const text = await textAt(meant.file, signal, get)
    const name = decoded(new URL(meant.file).pathname.split('/').at(-1) ?? '')
    return { files: [{ path: /\.(ya?ml|json)$/i.test(name) ? name : `${name || 'model'}.yaml`, text }] }
  }
  return { files: await filesIn(meant.folder, signal, get) }
}

async function filesIn(folder: Folder, signal: AbortSignal, get: Fetch): Promise<FetchedModel['files']> {
  const { owner, repository, ref, path } = folder
  const listing = await textAt(
    `https://api.github.com/repos/${owner}/${repository}/git/trees/${encodeURIComponent(ref)}?recursive=1`,
    signal,
    get,
  )
  const { tree = [] } = JSON.parse(listing) as { tree?: { path: string; type: string }[] }
  const within = path === '' ? '' : `${path}/`
  const paths = tree.flatMap((entry) =>
    entry.type === 'blob' && entry.path.startsWith(within) && /\.(ya?ml|json)$/i.test(entry.path)
      ? [entry.path]
      : [],
  )
  if (paths.length > MAX_FILES)
    throw workbenchError('FETCH_TOO_MANY', { count: paths.length, limit: MAX_FILES })
  const files: { path: string; text: string }[] = []
  const waiting = paths.entries()
  const work = async (): Promise<void> => {
    for (const [place, file] of waiting) {
      const text = await textAt(rawAddress({ ...folder, path: file }), signal, get)
      files[place] = { path: file.slice(within.length), text }
    }
  }
  await Promise.all(Array.from({ length: MAX_REQUESTS }, work))
  return files
}

/** Why a host could not be reached, by the error codes of Node and OpenSSL; each has a sentence of its own. */
const REASONS: readonly (readonly [codes: RegExp, sentence: SentenceKey])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'FETCH_UNREACHABLE.unknown'],
  [/^ECONNREFUSED$/, 'FETCH_UNREACHABLE.refused'],
  [/TIMEDOUT|_TIMEOUT$|^TimeoutError$/, 'FETCH_UNREACHABLE.silent'],
  [/^CERT_HAS_EXPIRED$/, 'FETCH_UNREACHABLE.expired'],
  [/ALTNAME|HOSTNAME_MISMATCH/, 'FETCH_UNREACHABLE.name'],
  [/SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_|_CERT/, 'FETCH_UNREACHABLE.certificate'],
  [/^EPROTO$|^ERR_SSL_/, 'FETCH_UNREACHABLE.plain'],
]

function unreached(host: string, error: unknown): WorkbenchError {
  const { cause } = error as { cause?: unknown }
  const first = cause instanceof Error ? cause : (error as Error)
  // If a name has several addresses, their errors are wrapped in one.
  const inner: unknown = first instanceof AggregateError ? first.errors[0] : first
  const { code, name, message } = inner as NodeJS.ErrnoException
  const known = REASONS.find(([codes]) => codes.test(code ?? name))
  return workbenchError(
    known?.[1] ?? 'FETCH_UNREACHABLE',
    { host, reason: message, seconds: MAX_WAIT_MS / 1000 },
    { cause: error },
  )
}

async function textAt(address: string, signal: AbortSignal, get: Fetch): Promise<string> {
  const { host } = new URL(address)
  let response: Response
  try {
    response = await get(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]) })
  } catch (error) {
    signal.throwIfAborted()
    throw unreached(host, error)
  }
  if (!response.ok) throw workbenchError('FETCH_REFUSED', { host, status: response.status })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_FILE_BYTES)
      throw workbenchError('FETCH_LARGE', { host, limit: MAX_FILE_BYTES / 1024 / 1024 })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
