import { z } from 'zod'
import type { FileEntry } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { PlatformRest } from './platform-rest.ts'
import { Uploads } from './uploads.ts'

type FileCalls = Pick<
  AreaHandlers<'sandboxes'>,
  'listFolder' | 'readFile' | 'beginUpload' | 'uploadPart' | 'endUpload' | 'cancelUpload'
>

const executed = z.looseObject({
  stdout: z.string().nullish(),
  stderr: z.string().nullish(),
  exit_code: z.number().nullish(),
})

/** One entry is eight fields, each ended by NUL; GNU find first, `stat` where there is only busybox. */
const LIST = [
  'cd -- "$1" || exit 1',
  String.raw`find . -mindepth 1 -maxdepth 1 -printf '%f\0%y\0%s\0%T@\0%m\0%u\0%l\0%Y\0' 2>/dev/null && exit 0`,
  'for f in * .[!.]* ..?*; do [ -e "$f" ] || [ -L "$f" ] || continue; y=f; [ -d "$f" ] && y=d; Y=$y; [ -L "$f" ] && y=l',
  String.raw`printf '%s\0%s\0' "$f" $y; stat -c '%s %Y %a %U' -- "$f" | tr ' ' '\0' | tr -d '\n'; printf '\0%s\0%s\0' "$(readlink -- "$f")" $Y; done`,
].join('\n')

const READ = [
  'if [ -d "$1" ]; then echo "$1 is a folder" >&2; exit 1; fi',
  'stat -L -c "%s %Y" -- "$1" || exit 1',
  'tail -c "+$(($2 + 1))" -- "$1" | head -c "$3" | base64 | tr -d "\\n"',
].join('\n')

/** Files of a sandbox, over `execute` and `upload` alone, so that every platform has them. Bytes travel as base64. */
export function fileCalls(rest: PlatformRest): FileCalls {
  const uploads = new Uploads(rest)

  async function inside(
    { platform, sandboxId }: { platform: string; sandboxId: string },
    script: string,
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<string> {
    const body = { sandbox_id: sandboxId, command: ['/bin/sh', '-c', script, 'sh', ...args], timeout: 80 }
    const { stdout, stderr, exit_code } = executed.parse(
      await rest.call(platform, { path: '/execute', body, signal }),
    )
    if (exit_code === 0) return stdout ?? ''
    throw fileRefused(stderr ?? '', args[0] ?? '')
  }

  const stat = async (place: { platform: string; sandboxId: string }, path: string, signal: AbortSignal) => {
    const [size = 0, seconds = 0] = (await inside(place, 'stat -L -c "%s %Y" -- "$1"', [path], signal))
      .split(' ')
      .map(Number)
    return { size, modified: seconds * 1000 }
  }

  return {
    async listFolder({ path, ...place }, { signal }) {
      return parseListing(await inside(place, LIST, [path], signal))
    },
    async readFile({ path, offset, length, ...place }, { signal }) {
      const answer = await inside(place, READ, [path, String(offset), String(length)], signal)
      const end = answer.indexOf('\n')
      const [size = 0, seconds = 0] = answer.slice(0, end).split(' ').map(Number)
      return { base64: answer.slice(end + 1).trim(), size, modified: seconds * 1000 }
    },
    async beginUpload({ path, ...place }) {
      return { upload: await uploads.begin(place, path) }
    },
    async uploadPart({ upload, base64 }) {
      await uploads.add(upload, Buffer.from(base64, 'base64'))
      return null
    },
    async endUpload({ upload, unchangedSince }, { signal, report }) {
      const { place, path } = uploads.get(upload)
      if (unchangedSince !== undefined) {
        const now = await stat(place, path, signal).catch(() => undefined)
        if (now && now.modified !== unchangedSince) throw changedMeanwhile(path)
      }
      await uploads.send(upload, (sent) => report({ sent }), signal)
      return stat(place, path, signal)
    },
    async cancelUpload({ upload }) {
      await uploads.drop(upload)
      return null
    },
  }
}

const KINDS: Readonly<Record<string, FileEntry['kind']>> = { f: 'file', d: 'folder', l: 'link' }

/** Entries of a listing, folders first, then by name as people count. */
export function parseListing(text: string): FileEntry[] {
  const fields = text.split('\0')
  const entries: FileEntry[] = []
  for (let at = 0; at + 7 < fields.length; at += 8) {
    const [name = '', kind = '', size, modified, mode = '', owner = '', target, real] = fields.slice(
      at,
      at + 8,
    )
    entries.push({
      name,
      kind: KINDS[kind] ?? 'other',
      size: Number(size) || 0,
      modified: Math.floor((Number(modified) || 0) * 1000),
      mode,
      owner,
      ...(kind === 'l' ? { target: target ?? '', toFolder: real === 'd' } : {}),
    })
  }
  const isFolder = (entry: FileEntry): boolean => entry.kind === 'folder' || entry.toFolder === true
  const collator = new Intl.Collator('en', { numeric: true })
  return entries.sort((a, b) => Number(isFolder(b)) - Number(isFolder(a)) || collator.compare(a.name, b.name))
}

function fileRefused(stderr: string, path: string): WorkbenchError {
  const line = stderr.trim().split('\n').at(-1) ?? ''
  const reason = line.replace(/^.*?(?:sh|stat|cd|find|tail): (?:line )?(?:\d+: )?(?:cd: )?/, '')
  return new WorkbenchError({
    code: 'FILE_REFUSED',
    message: `${path}: ${reason || 'the sandbox gave no reason'}`,
  })
}

const changedMeanwhile = (path: string): WorkbenchError =>
  new WorkbenchError({
    code: 'FILE_CHANGED',
    message: `${path} was changed in the sandbox after it was opened here.`,
    hint: 'Load it again, or overwrite it with what you have.',
  })
