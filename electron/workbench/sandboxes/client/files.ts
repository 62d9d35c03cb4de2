import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { type DirectoryEntry, LISTING, parseListing } from '#shared/sandbox/file-listing.ts'
import { listFolderAnswer, readPartAnswer } from '#shared/sandbox/files.ts'
import { fileForm, type Progress } from './file-form.ts'
import { failureWords, readPart } from './file-part.ts'
import type { SandboxCommands } from './commands.ts'
import { isOwnFolder } from './plain-line.ts'
import { SandboxPlatformError } from './platform-error.ts'

/** Bytes per download call; as base64 in JSON about a third more. */
const CHUNK_BYTES = 4 * 1024 ** 2

const acknowledged = z.looseObject({ success: z.boolean().nullish(), message: z.string().nullish() })

export interface TransferOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** The files of a sandbox, text or binary, using only the base API, so that it works on every platform. */
export class Files {
  readonly #platform: SandboxCommands

  constructor(platform: SandboxCommands) {
    this.#platform = platform
  }

  /** Lists a directory unsorted, including hidden entries. @throws SandboxPlatformError FAILED with the reason */
  async list(id: string, path: string, signal?: AbortSignal): Promise<DirectoryEntry[]> {
    const entries = parseListing(await this.#shell(id, 'list', LISTING, [path], signal))
    return entries.filter(({ name }) => !isOwnFolder(name))
  }

  /** {@link list} by the platform itself, which a key may that runs nothing. */
  async listed(id: string, path: string, signal?: AbortSignal): Promise<DirectoryEntry[]> {
    const query = { sandbox_id: id, path }
    const { entries } = await this.#platform.client.get('listFolder', query, listFolderAnswer, { signal })
    return entries
      .filter(({ name }) => !isOwnFolder(name))
      .map(({ mode, modified, to_folder: toFolder, ...entry }) => ({
        ...entry,
        mode: Number.parseInt(mode, 8),
        modified: Date.parse(modified),
        toFolder,
      }))
  }

  /** Some bytes of a file, with the size and time of the whole, by the platform itself. */
  async part(id: string, path: string, offset: number, length: number, signal?: AbortSignal) {
    const query = { sandbox_id: id, path, offset, length }
    const { base64, ...facts } = await this.#platform.client.get('readPart', query, readPartAnswer, {
      signal,
      timeout: 120_000,
    })
    return { bytes: Buffer.from(base64, 'base64'), ...facts }
  }

  /** Returns one entry without following links. */
  async stat(id: string, path: string, signal?: AbortSignal): Promise<DirectoryEntry> {
    const script = 'exec stat -c "%f/%s/%Y/%U/" -- "$1"'
    const [line = ''] = (await this.#shell(id, 'stat', script, [path], signal)).split('\n')
    const [entry] = parseListing(`${line}${basename(path)}\0\0`)
    if (!entry) throw new SandboxPlatformError('UNEXPECTED_ANSWER', 'stat', `${path}: cannot be described`)
    return entry
  }

  /**
   * Reads a part of a file; fewer bytes only at its end. A read that was killed, for example by the OOM killer, is
   * retried.
   * @throws SandboxPlatformError FAILED with the reason
   */
  async readBytes(
    id: string,
    path: string,
    offset: number,
    length: number,
    signal?: AbortSignal,
  ): Promise<Buffer> {
    return readPart(this.#platform, id, { path, offset, length }, signal)
  }

  /**
   * Reads a text file unchanged, including its line ends.
   * @throws SandboxPlatformError FAILED when it is longer than `limit` bytes or not valid UTF-8
   */
  async readText(id: string, path: string, limit = CHUNK_BYTES, signal?: AbortSignal): Promise<string> {
    const bytes = await this.readBytes(id, path, 0, limit + 1, signal)
    if (bytes.length > limit) {
      throw new SandboxPlatformError(
        'FAILED',
        'readFile',
        `${path} is longer than ${limit} bytes; download it instead`,
      )
    }
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      throw new SandboxPlatformError('FAILED', 'readFile', `${path} is not UTF-8 text; download it instead`)
    }
  }

  /** Creates or replaces a text file, and creates its parent directories. */
  async writeText(id: string, path: string, content: string, signal?: AbortSignal): Promise<void> {
    const body = { sandbox_id: id, path, content }
    const answer = await this.#platform.client.post('writeFile', body, acknowledged, {
      signal,
      timeout: 120_000,
    })
    // The real platform answers Success with `success: false`, usually without a reason.
    if (answer.success === false) {
      throw new SandboxPlatformError('FAILED', 'writeFile', answer.message || `${path} could not be written`)
    }
  }

  /** Uploads a local file. */
  async uploadFile(
    id: string,
    localPath: string,
    target: string,
    options: TransferOptions = {},
  ): Promise<void> {
    const { size } = await stat(localPath)
    await this.upload(id, createReadStream(localPath), size, basename(localPath), target, options)
  }

  /** Uploads bytes; `size` is required if the platform needs a content length. */
  async upload(
    id: string,
    content: Readable,
    size: number | undefined,
    name: string,
    target: string,
    { signal, onProgress }: TransferOptions = {},
  ): Promise<void> {
    const form = fileForm({ target_path: target, sandbox_id: id }, { content, size, name }, onProgress)
    const answer = await this.#platform.client.postStream(
      'upload',
      form.type,
      form.stream,
      form.length,
      acknowledged,
      { signal, timeout: Infinity },
    )
    if (answer.success === false) {
      throw new SandboxPlatformError('FAILED', 'upload', answer.message || `${target} could not be written`)
    }
  }

  /** Downloads a file to this machine; the target is created atomically when complete. */
  async download(
    id: string,
    path: string,
    localPath: string,
    { signal, onProgress }: TransferOptions = {},
  ): Promise<void> {
    const { size } = await this.stat(id, path, signal).catch(() => ({ size: undefined }))
    const partial = `${localPath}.${randomUUID().slice(0, 8)}.part`
    try {
      await pipeline(
        Readable.from(this.chunks(id, path, signal, size, onProgress)),
        createWriteStream(partial),
      )
      await rename(partial, localPath)
    } finally {
      await rm(partial, { force: true })
    }
  }

  /** Yields the bytes of a file in chunks. */
  async *chunks(
    id: string,
    path: string,
    signal?: AbortSignal,
    total?: number,
    onProgress?: (progress: Progress) => void,
  ): AsyncGenerator<Buffer> {
    for (let offset = 0; ;) {
      const chunk = await this.readBytes(id, path, offset, CHUNK_BYTES, signal)
      if (chunk.length > 0) yield chunk
      offset += chunk.length
      onProgress?.({ bytes: offset, total })
      if (chunk.length < CHUNK_BYTES) return
    }
  }

  /** Streams a file, or a folder as a tar archive; only if the platform supports it. */
  stream(id: string, path: string, signal?: AbortSignal): Promise<Readable> {
    return this.#platform.client.stream('download', { sandbox_id: id, path }, signal)
  }

  async makeDirectory(id: string, path: string): Promise<void> {
    await this.#shell(id, 'makeDirectory', 'exec mkdir -p -- "$1"', [path])
  }

  /** Removes a file, or a directory recursively. */
  async remove(id: string, path: string): Promise<void> {
    await this.#shell(id, 'remove', 'ls -d -- "$1" >/dev/null && exec rm -rf -- "$1"', [path])
  }

  async rename(id: string, from: string, to: string): Promise<void> {
    await this.#shell(id, 'rename', 'exec mv -T -- "$1" "$2"', [from, to])
  }

  async #shell(
    id: string,
    operation: string,
    script: string,
    args: string[],
    signal?: AbortSignal,
  ): Promise<string> {
    const argv = ['sh', '-c', script, 'sh', ...args]
    const {
      stdout,
      stderr,
      exit_code: code,
    } = await this.#platform.execute(id, argv, signal ? { signal } : {})
    if (code === 0) return stdout
    const reason = failureWords(stderr) || `exit code ${code ?? 'unknown'}`
    throw new SandboxPlatformError('FAILED', operation, reason)
  }
}
