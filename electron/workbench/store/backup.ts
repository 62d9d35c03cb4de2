import { mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { arch, cpus, homedir, hostname, release, totalmem, userInfo, version as systemVersion } from 'node:os'
import { z } from 'zod'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import type { Connection, LogLine } from '#shared/workbench/areas/connections.ts'
import type { Capabilities, Notice } from '#shared/workbench/areas/host.ts'
import { writeAtomically } from '../../node/atomic-file.ts'
import { MODEL_FOLDER, MODEL_PATH, readModel } from './model-backup.ts'

/** Log lines included per connection. */
const MAX_LINES = 500

interface Diagnosed {
  readonly capabilities: Capabilities
  readonly connections: readonly (Connection & { readonly log: readonly LogLine[] })[]
  readonly notices: readonly Notice[]
  readonly settings: Readonly<Record<string, unknown>>
  /** Redacts the values of stored secrets. */
  mask(text: string): string
}

/** Patterns that look like secrets; stored ones are masked as well. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Token) +[\w.~+/=-]{4,}/gi, '$1 •••'],
  [/([a-z][\w+.-]*:\/\/)[^\s/@"]+@/gi, '$1•••@'],
  [
    /((?:api[_-]?key|key|token|password|passwd|secret|authorization|cookie)\w*["']?(?:=|: ?|\s)["']?)(?!\u2022)[^\s"'&,;]+/gi,
    '$1•••',
  ],
  [/\b(?:sk|ghp|gho|github_pat|glpat|xox[abp]|AKIA|AIza)[-_]?[\w-]{12,}/g, '•••'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}\b/gi, '•••'],
]

/** Redacts secrets and what identifies the user and machine. */
export function redacted(text: string, person = personOf()): string {
  const hidden = SECRETS.reduce((so, [pattern, instead]) => so.replaceAll(pattern, instead), text)
  return person.reduce((so, [name, instead]) => so.replaceAll(name, instead), hidden)
}

/**
 * Names of the home folder, machine and user, longest first. Short or generic names are left out, since they
 * identify nobody.
 */
function personOf(): readonly (readonly [string, string])[] {
  const names = [
    [homedir(), '~'],
    [hostname(), 'HOST'],
    [userInfo().username, 'USER'],
  ] as const
  return names.filter(([name]) => name.length > 3 && name !== 'root' && name !== '/root')
}

/**
 * Returns a text for bug reports: versions, host capabilities, the state of every connection and the end of their logs.
 */
export function diagnosticsText(diagnosed: Diagnosed): string {
  const { capabilities, connections, notices, settings, mask } = diagnosed
  const { host, platform, version, secrets } = capabilities
  const manifest = {
    orrery: 'diagnostics',
    version: 1,
    at: new Date().toISOString(),
    app: { version, host, platform, secrets },
    machine: {
      system: `${release()} ${arch()} ${systemVersion()}`,
      processors: cpus().length,
      memoryMegabytes: Math.round(totalmem() / 2 ** 20),
      versions: process.versions,
    },
    settings,
    notices,
    connections: connections.map(({ log, ...info }) => ({
      ...info,
      log: log
        .slice(-MAX_LINES)
        .map(({ at, source, text }) => `${new Date(at).toISOString()} ${source} ${text}`),
    })),
  }
  return `${JSON.stringify(manifest, (_key, value: unknown) => (typeof value === 'string' ? redacted(mask(value)) : value), 1)}\n`
}

/**
 * What a backup contains besides the embedded model, relative to the data folder. Secrets stay on their machine, and
 * sandboxes are too large.
 */
const FOLDERS = ['documents', 'logs', 'terminals', 'recordings']
const FILES = ['connections.json']

/**
 * Total size of the recorded episodes in a backup, smallest first: a backup is restored from a single message, which has
 * a size limit.
 */
const MAX_RECORDED_BYTES = 16 * 1024 ** 2

/** Consent to start programs is given on this machine, never by a backup. */
const CONSENTS = 'documents/workbench/consents.json'

/**
 * Each path segment has to be a plain file name, so that a crafted backup cannot write outside the data
 * folder.
 */
const PATH =
  /^(?:documents\/[\w.-]+\/[\w.-]+\.json|logs\/(?:[\w.-]+\/)?[\w.-]+\.jsonl|terminals\/[\w.-]+\/\d+\.txt|recordings\/[\w-]+\.jsonl|connections\.json)$/

const backupSchema = z.object({
  orrery: z.literal('backup'),
  version: z.literal(1),
  files: z.record(
    z
      .string()
      .regex(PATH)
      .refine((path) => !path.includes('..')),
    z.string(),
  ),
  /** Files of the embedded model; absent where the model stays as it is. */
  model: z.record(z.string().regex(MODEL_PATH), z.string()).optional(),
})

export interface DataFolder {
  readonly folder: string
  /** Flushes pending writes and closes files, so that they can be replaced. */
  settle(): Promise<void>
  /** Reloads the in-memory state. */
  reload(): Promise<void>
  /** Does something to the files of the embedded model while its server is stopped. */
  whileModelStopped<T>(work: () => Promise<T>): Promise<T>
  /** Collects what a bug report says about this workbench. */
  diagnose(): Diagnosed
}

/** Reads the files of a backup by path, and counts the sets of recorded episodes that are too large. */
async function collect(folder: string): Promise<{ files: Record<string, string>; left: number }> {
  const tooLarge = await largeRecordings(folder)
  const files: Record<string, string> = {}
  for (const part of FOLDERS) {
    const names = await readdir(join(folder, part), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of names) {
      const path = join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/')
      // A set without its episodes is useless, so its log is left out as well.
      const isLeft = tooLarge.has(path.replace(/^logs\//, ''))
      if (entry.isFile() && PATH.test(path) && path !== CONSENTS && !isLeft)
        files[path] = await readFile(join(folder, path), 'utf8')
    }
  }
  for (const name of FILES) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    if (text !== undefined) files[name] = text
  }
  return { files, left: tooLarge.size }
}

async function largeRecordings(folder: string): Promise<Set<string>> {
  const names = await readdir(join(folder, 'recordings')).catch(() => [])
  const paths = names.filter((name) => name.endsWith('.jsonl')).map((name) => `recordings/${name}`)
  const sized = await Promise.all(
    paths.map(async (path) => ({ path, bytes: (await stat(join(folder, path))).size })),
  )
  let sum = 0
  return new Set(
    sized
      .toSorted((a, b) => a.bytes - b.bytes)
      .filter(({ bytes }) => (sum += bytes) > MAX_RECORDED_BYTES)
      .map(({ path }) => path),
  )
}

type Backup = z.infer<typeof backupSchema>

function parseBackup(text: string): Backup {
  try {
    return backupSchema.parse(JSON.parse(text))
  } catch {
    throw workbenchError('NOT_A_BACKUP')
  }
}

const countOf = (files: object = {}): number => Object.keys(files).length

/** Puts a backup's files in place of the current ones. @returns the folder with those */
async function replaceFiles({ folder, reload }: DataFolder, { files, model }: Backup): Promise<string> {
  const moment = Date.now()
  const fresh = join(folder, `restoring-${moment}`)
  const previous = join(folder, `before-restore-${moment}`)
  // Writes everything to disk before the old data is touched; after that only renames follow.
  try {
    for (const [path, content] of Object.entries(files)) await writeAtomically(join(fresh, path), content)
    for (const [path, content] of Object.entries(model ?? {}))
      await writeAtomically(join(fresh, MODEL_FOLDER, path), content)
    await rm(join(fresh, CONSENTS), { force: true })
    await copyIfThere(join(folder, CONSENTS), join(fresh, CONSENTS))
    await mkdir(previous, { recursive: true, mode: 0o700 })
    for (const name of [...FOLDERS, ...FILES, ...(model ? [MODEL_FOLDER] : [])]) {
      await move(join(folder, name), join(previous, name))
      await move(join(fresh, name), join(folder, name))
    }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  await reload()
  return previous
}

export function dataCalls(keeper: DataFolder): AreaHandlers<'data'> {
  const { folder } = keeper
  return {
    async backup() {
      await keeper.settle()
      const { files, left } = await collect(folder)
      const model = await readModel(join(folder, MODEL_FOLDER))
      const day = new Date().toISOString().slice(0, 10)
      const text = `${JSON.stringify({ orrery: 'backup', version: 1, files, model }, null, 1)}\n`
      return {
        name: `orrery-backup-${day}.json`,
        text,
        files: countOf(files) + countOf(model),
        left,
        modelLeft: model === undefined,
      }
    },
    async restore({ text }) {
      const backup = parseBackup(text)
      await keeper.settle()
      const previous = await (backup.model
        ? keeper.whileModelStopped(() => replaceFiles(keeper, backup))
        : replaceFiles(keeper, backup))
      return { files: countOf(backup.files) + countOf(backup.model), kept: previous }
    },
    diagnostics: () => ({
      name: `orrery-diagnostics-${new Date().toISOString().slice(0, 10)}.json`,
      text: diagnosticsText(keeper.diagnose()),
    }),
  }
}

/** Renames if the source exists. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  const text = await readFile(from, 'utf8').catch(() => undefined)
  if (text !== undefined) await writeAtomically(to, text)
}
