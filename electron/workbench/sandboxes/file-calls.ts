import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { LISTING_REFUSALS } from '#shared/sandbox/file-listing.ts'
import type { FileEntry } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import {
  type DirectoryEntry,
  SandboxPlatformError,
  type SandboxPlatform,
  type TransferOptions,
} from './client/index.ts'
import { compareSandboxes } from './compare-sandboxes.ts'
import type { Downloads } from './downloads.ts'
import { searchFiles } from './file-search.ts'
import type { Platforms } from './platforms.ts'
import type { Uploads } from './uploads.ts'

type FileCalls = Pick<
  AreaHandlers<'sandboxes'>,
  | 'listFolder'
  | 'readFile'
  | 'makeFolder'
  | 'renameFile'
  | 'removeFile'
  | 'setMode'
  | 'searchFiles'
  | 'compare'
  | 'beginUpload'
  | 'endUpload'
  | 'cancelUpload'
  | 'download'
>

/**
 * File operations of a sandbox. Where the platform reads files itself, which a key may that runs nothing, it is asked; else by the base
 * API, which every platform has. Bytes are sent as base64.
 */
export function fileCalls(platforms: Platforms, downloads: Downloads, uploads: Uploads): FileCalls {
  async function listFolder(
    client: SandboxPlatform,
    id: string,
    path: string,
    signal: AbortSignal,
  ): Promise<FileEntry[]> {
    const { files } = client
    const list = (await client.capabilities(signal)).files ? files.listed : files.list
    const entries = await list.call(files, id, path, signal).catch((error: unknown) => {
      throw folderRefused(error, path) ?? error
    })
    return sorted(entries.map(describe))
  }

  return {
    listFolder: ({ platform, sandboxId, path }, { signal }) =>
      platforms.use(platform, signal, (client) => listFolder(client, sandboxId, path, signal)),
    readFile: ({ platform, sandboxId, path, offset, length }, { signal }) =>
      platforms.use(platform, signal, async (client) => {
        const { bytes, size, modified } = await partOf(client, sandboxId, { path, offset, length }, signal)
        return { base64: bytes.toString('base64'), size, modified }
      }),
    async makeFolder({ platform, sandboxId, path }, { signal }) {
      await platforms.use(platform, signal, (client) => client.files.makeDirectory(sandboxId, path))
      return null
    },
    async renameFile({ platform, sandboxId, path, to }, { signal }) {
      await platforms.use(platform, signal, async (client) => {
        const { exit_code: code } = await client.execute(sandboxId, [
          'sh',
          '-c',
          '[ ! -e "$1" ] && [ ! -L "$1" ]',
          'sh',
          to,
        ])
        if (code !== 0) throw workbenchError('FILE_EXISTS', { path: to })
        await client.files.rename(sandboxId, path, to)
      })
      return null
    },
    searchFiles: ({ platform, sandboxId, ...query }, { signal, report }) =>
      platforms.use(platform, signal, (client) =>
        searchFiles({ client, id: sandboxId, query, signal, report }),
      ),
    compare: ({ platform, sandboxId, other, path }, { signal }) =>
      platforms.use(platform, signal, (client) =>
        compareSandboxes(
          [
            { client, id: sandboxId },
            { client, id: other },
          ],
          path,
          signal,
        ),
      ),
    async removeFile({ platform, sandboxId, path }, { signal }) {
      await platforms.use(platform, signal, (client) => client.files.remove(sandboxId, path))
      return null
    },
    async setMode({ platform, sandboxId, path, mode }, { signal }) {
      const { stderr, exit_code: code } = await platforms.use(platform, signal, (client) =>
        client.execute(sandboxId, ['chmod', mode, '--', path], { signal }),
      )
      if (code !== 0) throw refused(stderr, workbenchError('FILE_REFUSED.mode', { path }))
      return null
    },
    beginUpload({ platform, sandboxId, path }) {
      return { upload: uploads.begin({ platform, sandboxId, path }) }
    },
    endUpload: ({ upload, streamed, unchangedSince, unpack }, { signal, report }) =>
      uploads.use(upload, signal, async ({ platform, sandboxId, path }) =>
        platforms.use(platform, signal, async (client) => {
          if (unchangedSince !== undefined) {
            const now = await facts(client, sandboxId, path, signal).catch(() => undefined)
            if (now && now.modified !== unchangedSince) throw changedMeanwhile(path)
          }
          const options: TransferOptions = { signal, onProgress: ({ bytes }) => report({ sent: bytes }) }
          const send = async (target: string): Promise<void> => {
            const { stream, size, name } = await uploads.content(upload, streamed)
            await client.files.upload(sandboxId, stream, size, name, target, options)
          }
          if (!unpack) {
            await send(path)
            return facts(client, sandboxId, path, signal)
          }
          await unpackInto(client, sandboxId, path, send, signal)
          return statOf(client, sandboxId, path, signal)
        }),
      ),
    cancelUpload({ upload }) {
      uploads.drop(upload)
      return null
    },
    async download({ platform, sandboxId, path, folder }, { signal, report }) {
      await platforms.use(platform, signal, async (client) => {
        const source = await (folder ? archiveOf : fileOf)(client, sandboxId, path, signal)
        await downloads.offer(source, signal, {
          ticket: (ticket) => report({ ticket }),
          sent: (sent) => report({ sent }),
        })
      })
      return null
    },
  }
}

/** Timeout for unpacking an archive, in seconds. */
const UNPACK_SECONDS = 1800
/** Unpacks $1 into the current folder and deletes it. The files belong to the user who unpacks. */
const UNPACK = 'tar -xpof "$1"; code=$?; rm -f -- "$1"; exit $code'

/**
 * Uploads an archive in one request and unpacks it with single programs, which works on every platform. It is stored beside its
 * content, where there is enough space.
 */
async function unpackInto(
  client: SandboxPlatform,
  id: string,
  folder: string,
  send: (target: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const name = posix.join(folder, `.orrery-${randomUUID().slice(0, 8)}.tar`)
  try {
    await client.files.makeDirectory(id, folder)
    await send(name)
    const { stderr, exit_code: code } = await client.execute(id, ['sh', '-c', UNPACK, 'sh', name], {
      cwd: folder,
      seconds: UNPACK_SECONDS,
      signal,
    })
    if (code !== 0) throw workbenchError('UPLOAD_UNPACK', { path: folder, reason: stderr.trim() })
  } catch (error) {
    await client.files.remove(id, name).catch(() => undefined)
    throw error
  }
}

/**
 * A folder as an archive; the request is sent at once, so that an error comes before the browser connects.
 */
async function archiveOf(client: SandboxPlatform, id: string, path: string, signal: AbortSignal) {
  const body = await client.files.stream(id, path, signal)
  return { name: `${posix.basename(path) || 'root'}.tar`, size: undefined, parts: () => body }
}

/** Size that kernel pseudo-files report, whatever their content. */
const CLAIMED_BYTES = 4096

/** A file, in a single response if the platform supports that. Its size is promised only if it is reliable. */
async function fileOf(client: SandboxPlatform, id: string, path: string, signal: AbortSignal) {
  const { size } = await facts(client, id, path, signal)
  const { archives } = await client.capabilities()
  const parts = archives ? await client.files.stream(id, path, signal) : client.files.chunks(id, path, signal)
  return { name: posix.basename(path), size: size > CLAIMED_BYTES ? size : undefined, parts: () => parts }
}

async function partOf(
  client: SandboxPlatform,
  id: string,
  { path, offset, length }: { readonly path: string; readonly offset: number; readonly length: number },
  signal: AbortSignal,
) {
  if ((await client.capabilities(signal)).files) return client.files.part(id, path, offset, length, signal)
  const [bytes, { size, modified }] = await Promise.all([
    client.files.readBytes(id, path, offset, length, signal),
    statOf(client, id, path, signal),
  ])
  return { bytes, size, modified }
}

/** Size and modification time of a file, from where {@link partOf} has them. */
const facts = async (client: SandboxPlatform, id: string, path: string, signal: AbortSignal) =>
  (await client.capabilities(signal)).files
    ? client.files.part(id, path, 0, 0, signal)
    : statOf(client, id, path, signal)

/**
 * Size and modification time of a file or folder, following links; nanoseconds distinguish two changes within a second.
 */
async function statOf(client: SandboxPlatform, id: string, path: string, signal: AbortSignal) {
  const {
    stdout,
    stderr,
    exit_code: code,
  } = await client.execute(id, ['stat', '-L', '-c', '%s %.Y %Y', '--', path], { signal })
  if (code !== 0) throw refused(stderr, workbenchError('FILE_REFUSED.missing', { path }))
  const [size = '0', exact = '0', seconds = '0'] = stdout.trim().split(' ')
  return { size: Number(size), modified: Math.round((Number(exact) || Number(seconds)) * 1000) }
}

/** The program's own message, if it has one. */
const refused = (stderr: string, otherwise: WorkbenchError): WorkbenchError =>
  stderr.trim() === '' ? otherwise : new WorkbenchError({ code: otherwise.code, message: stderr.trim() })

/** Why a folder cannot be listed, as a known error if possible. */
function folderRefused(error: unknown, path: string): WorkbenchError | undefined {
  if (!(error instanceof SandboxPlatformError)) return undefined
  const why = REFUSALS.find((name) => error.reason.includes(LISTING_REFUSALS[name]))
  return why && workbenchError(`FOLDER_REFUSED.${why}`, { path })
}

const REFUSALS = ['missing', 'file', 'closed'] as const

const describe = (entry: DirectoryEntry): FileEntry => ({
  name: entry.name,
  kind: entry.kind === 'directory' ? 'folder' : entry.kind,
  size: entry.size,
  modified: entry.modified,
  mode: entry.mode.toString(8).padStart(3, '0'),
  owner: entry.owner,
  ...(entry.target === undefined ? {} : { target: entry.target, toFolder: entry.toFolder === true }),
})

/** Folders first, then natural order by name. */
function sorted(entries: FileEntry[]): FileEntry[] {
  const isFolder = (entry: FileEntry): boolean => entry.kind === 'folder' || entry.toFolder === true
  const collator = new Intl.Collator('en', { numeric: true })
  return entries.sort((a, b) => Number(isFolder(b)) - Number(isFolder(a)) || collator.compare(a.name, b.name))
}

const changedMeanwhile = (path: string): WorkbenchError => workbenchError('FILE_CHANGED', { path })
