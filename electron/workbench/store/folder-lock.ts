import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const NAME = 'workbench.lock'
/** Attempts to take the lock while others come and go. */
const ATTEMPTS = 5

const holderSchema = z.object({
  pid: z.number().int().positive(),
  /** When the process started, in the kernel's ticks; empty where that cannot be told. */
  start: z.string(),
  host: z.enum(['desktop', 'web']),
  /** Where a second start of the same person asks the holder for an address; the file is readable by its owner alone. */
  door: z.object({ url: z.url(), key: z.string() }).optional(),
})
/** Who works with a data folder. */
export type Holder = z.infer<typeof holderSchema>

/** Another workbench has the data folder: two would overwrite each other's work. */
export class FolderInUse extends Error {
  readonly folder: string
  readonly holder: Holder

  constructor(folder: string, holder: Holder) {
    super(
      `Orrery runs already with the data folder ${folder} (${holder.host === 'desktop' ? 'the desktop app' : 'the web host'}, process ${holder.pid}). Use that one, or give this one another folder.`,
    )
    this.name = 'FolderInUse'
    this.folder = folder
    this.holder = holder
  }
}

/** The right to write in a data folder, for one process at a time. The lock of a process that has ended is taken over. */
export class FolderLock {
  readonly #path: string
  #holder: Holder

  private constructor(path: string, holder: Holder) {
    this.#path = path
    this.#holder = holder
  }

  /** @throws FolderInUse while another process that is alive holds the folder */
  static take(folder: string, host: Holder['host']): FolderLock {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, NAME)
    const mine: Holder = { pid: process.pid, start: startOf(process.pid), host }
    for (let attempt = 1; ; attempt++) {
      if (appear(path, mine)) return new FolderLock(path, mine)
      const other = read(path)
      if (other === 'absent') continue
      if (other !== 'broken' && (isAlive(other) || attempt === ATTEMPTS)) throw new FolderInUse(folder, other)
      retire(path, other)
    }
  }

  /** Tells a second start where to ask for a way in. */
  announce(door: NonNullable<Holder['door']>): void {
    this.#holder = { ...this.#holder, door }
    const fresh = aside(this.#path)
    writeFileSync(fresh, JSON.stringify(this.#holder), { mode: 0o600 })
    renameSync(fresh, this.#path)
  }

  /** Gives the folder back; also while the process exits, so it is synchronous. */
  release(): void {
    const now = read(this.#path)
    if (now !== 'absent' && now !== 'broken' && isSame(now, this.#holder)) rmSync(this.#path, { force: true })
  }
}

const aside = (path: string): string => `${path}.${process.pid}`

/** What file systems without hard links answer. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** The second best: whoever makes the file has it, though for a moment it is empty. */
function appearUnlinked(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A link appears with its content or not at all, so nobody reads half a lock. @returns false when there is one already */
function appear(path: string, holder: Holder): boolean {
  const own = aside(path)
  writeFileSync(own, JSON.stringify(holder), { mode: 0o600 })
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!NO_LINKS.has(code)) throw error
    return appearUnlinked(path, holder)
  } finally {
    rmSync(own, { force: true })
  }
}

function read(path: string): Holder | 'absent' | 'broken' {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return 'absent'
  }
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return 'broken'
  }
}

/** Moves a dead process's lock away, unless another was faster: then its lock is put back. */
function retire(path: string, dead: Holder | 'broken'): void {
  const old = `${aside(path)}.old`
  try {
    renameSync(path, old)
  } catch {
    return
  }
  const moved = read(old)
  const isDead = moved === dead || (typeof moved === 'object' && dead !== 'broken' && isSame(moved, dead))
  if (!isDead && !existsSync(path)) linkSync(old, path)
  rmSync(old, { force: true })
}

const isSame = (a: Holder, b: Holder): boolean => a.pid === b.pid && a.start === b.start

/** A reused process id is told apart by when its process started. */
function isAlive({ pid, start }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return start === '' || startOf(pid) === start
}

/** Field 22 of proc(5)'s stat, counted behind the command name, which may hold blanks and brackets; empty elsewhere. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
