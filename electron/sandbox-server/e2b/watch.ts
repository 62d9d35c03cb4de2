import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import type { Isolate } from '../runtime/runtime.ts'

type EventType =
  'EVENT_TYPE_CREATE' | 'EVENT_TYPE_WRITE' | 'EVENT_TYPE_REMOVE' | 'EVENT_TYPE_RENAME' | 'EVENT_TYPE_CHMOD'

export interface FileEvent {
  /** Relative to the watched folder. */
  readonly name: string
  readonly type: EventType
}

/** The state of a file at one moment. */
interface Seen {
  readonly inode: string
  readonly mode: number
  readonly size: string
  readonly modified: string
}
type Snapshot = ReadonlyMap<string, Seen>

/**
 * Polls five times a second and prints the tree below $1, $2 levels deep, when it has changed; each snapshot ends with NUL. Polling is done
 * by a program inside the sandbox, because paths of a sandbox are never resolved on the host and an image need not contain inotify tools.
 */
const SCAN = [
  'cd -- "$1" || exit 1',
  'last=; while [ -d "$1" ]; do',
  '  now=$(find . -mindepth 1 $2 -exec stat -c "%i/%f/%s/%y/%n" {} + 2>/dev/null; echo .)',
  '  [ "$now" = "$last" ] || printf \'%s\\0\' "$now"',
  '  last=$now; sleep 0.2',
  'done',
].join('\n')

const FOLDER = 0o040000
const TYPE_MASK = 0o170000
const isFolder = ({ mode }: Seen): boolean => (mode & TYPE_MASK) === FOLDER

/** Parses the output of {@link SCAN}; names may contain line breaks. */
export function parseSnapshot(text: string): Snapshot {
  const snapshot = new Map<string, Seen>()
  for (const line of text.split(/\n(?=\d+\/[0-9a-f]+\/|\.$)/)) {
    const match = /^(\d+)\/([0-9a-f]+)\/(\d+)\/([^/]*)\/\.\/([^]+)$/.exec(line)
    if (!match) continue
    const [, inode = '', mode = '0', size = '', modified = '', name = ''] = match
    snapshot.set(name, { inode, mode: Number.parseInt(mode, 16), size, modified })
  }
  return snapshot
}

/** The events between two snapshots: removals, then additions, then changes. */
export function eventsBetween(before: Snapshot, after: Snapshot): FileEvent[] {
  const events: FileEvent[] = []
  const gone = [...before].filter(([name]) => !after.has(name))
  const fresh = [...after].filter(([name]) => !before.has(name))
  const moved = new Set(fresh.map(([, { inode }]) => inode))
  for (const [name, { inode }] of gone) {
    events.push({ name, type: moved.has(inode) ? 'EVENT_TYPE_RENAME' : 'EVENT_TYPE_REMOVE' })
  }
  const known = new Set(gone.map(([, { inode }]) => inode))
  for (const [name, seen] of fresh) {
    events.push({ name, type: 'EVENT_TYPE_CREATE' })
    const isWritten = !isFolder(seen) && seen.size !== '0' && !known.has(seen.inode)
    if (isWritten) events.push({ name, type: 'EVENT_TYPE_WRITE' })
  }
  for (const [name, now] of after) {
    const was = before.get(name)
    if (!was) continue
    const isWritten = was.size !== now.size || was.modified !== now.modified || was.inode !== now.inode
    if (isWritten && !isFolder(now)) events.push({ name, type: 'EVENT_TYPE_WRITE' })
    if (was.mode !== now.mode) events.push({ name, type: 'EVENT_TYPE_CHMOD' })
  }
  return events
}

/** A watch on one folder. */
export class Watch {
  /** Resolves when watching is no longer possible: the folder was removed, or the sandbox ended. */
  readonly ended: Promise<void>
  readonly close: () => void

  /** @param begun called after the first snapshot @param happened awaited */
  constructor(
    isolate: Isolate,
    folder: { readonly path: string; readonly recursive: boolean; readonly user: string | undefined },
    begun: () => void,
    happened: (event: FileEvent) => Promise<void>,
  ) {
    const depth = folder.recursive ? '' : '-maxdepth 1'
    const argv = ['/bin/sh', '-c', SCAN, 'sh', posix.normalize(folder.path), depth]
    const child = isolate.exec({ argv, user: folder.user })
    child.stderr.resume()
    this.close = () => child.kill()
    this.ended = follow(child.stdout, begun, happened).finally(this.close)
  }
}

async function follow(
  stream: Readable,
  begun: () => void,
  happened: (event: FileEvent) => Promise<void>,
): Promise<void> {
  let text = ''
  let last: Snapshot | undefined
  stream.setEncoding('utf8')
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const printed = (text + chunk).split('\0')
      text = printed.pop() ?? ''
      for (const snapshot of printed.map(parseSnapshot)) {
        if (last) for (const event of eventsBetween(last, snapshot)) await happened(event)
        else begun()
        last = snapshot
      }
    }
  } catch {
    // Its program was killed.
  }
}
