import type { FetchedModel } from '#shared/workbench/areas/models.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** A model file larger than this is none; the server's own limit. */
const MAX_FILE_BYTES = 8 * 1024 * 1024
/** Files of one repository; each is a request of its own. */
const MAX_FILES = 1000
/** Requests at once. */
const MAX_REQUESTS = 8
const MAX_WAIT_MS = 30_000

type Fetch = typeof fetch

/** A folder of a repository at github.com. */
interface Folder {
  readonly owner: string
  readonly repository: string
  readonly ref: string
  readonly path: string
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const rawAddress = ({ owner, repository, ref, path }: Folder): string =>
  `https://raw.githubusercontent.com/${owner}/${repository}/${encodePath(ref)}/${encodePath(path)}`

/** What an address means: one file, or a folder of a repository. The page of a file at github.com means the file. */
export function readAddress(address: string): { readonly file: string } | { readonly folder: Folder } {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw workbenchError('FETCH_ADDRESS')
  const [owner, name, view, ref = 'HEAD', ...rest] = url.pathname
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent)
  if (url.hostname !== 'github.com' || owner === undefined || name === undefined) return { file: url.href }
  const folder = { owner, repository: name.replace(/\.git$/, ''), ref, path: rest.join('/') }
  if (view === 'blob' || view === 'raw') return { file: rawAddress(folder) }
  return view === undefined || view === 'tree' ? { folder } : { file: url.href }
}

/** Reads a model file, or the model files of a folder at github.com. @throws WorkbenchError FETCH_… */
export async function fetchModel(
  address: string,
  signal: AbortSignal,
  get: Fetch = fetch,
): Promise<FetchedModel> {
  const meant = readAddress(address.trim())
  if ('file' in meant) {
    const text = await textAt(meant.file, signal, get)
    const name = decodeURIComponent(new URL(meant.file).pathname.split('/').at(-1) ?? '')
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

async function textAt(address: string, signal: AbortSignal, get: Fetch): Promise<string> {
  const { host } = new URL(address)
  let response: Response
  try {
    response = await get(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]) })
  } catch (error) {
    signal.throwIfAborted()
    const { cause } = error as { cause?: unknown }
    const reason = (cause instanceof Error ? cause : (error as Error)).message
    throw workbenchError('FETCH_UNREACHABLE', { host, reason }, { cause: error })
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
