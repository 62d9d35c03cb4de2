import { chmod, lstat, mkdir, mkdtemp, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { formatSize } from '#shared/sandbox/size.ts'
import { type Collected, collect } from '../runtime/collect.ts'
import type { Isolate, IsolatePlan, Runtime } from '../runtime/runtime.ts'
import { removeTree } from '../runtime/trees.ts'
import type { ImageFolder } from './image-folder.ts'
import { PlainFailure } from './platform-error.ts'

/**
 * The relevant parts of an image archive's manifest: paths of its layers, lowest first, and its environment.
 */
interface Layout {
  readonly layers: readonly string[]
  readonly env: Record<string, string>
}

/** Maximum size of a manifest, index or configuration. */
const MAX_JSON_BYTES = 4 * 1024 ** 2
/** Docker's maximum. */
const MAX_LAYERS = 128
/** Maximum nesting of indexes. */
const MAX_DEPTH = 4

/** Whether a layer's name is a path below the archive's root without characters special to a shell or tar. */
const isLayerPath = (path: string): boolean => /^[\w.][\w./-]*$/.test(path) && !path.split('/').includes('..')

const descriptor = z.object({
  digest: z.string().regex(/^[a-z0-9]+:[0-9a-f]+$/),
  platform: z.object({ os: z.string().optional(), architecture: z.string().optional() }).optional(),
})
type Descriptor = z.infer<typeof descriptor>

const dockerManifest = z.tuple(
  [z.object({ Config: z.string().optional(), Layers: z.array(z.string()) })],
  z.unknown(),
)
const index = z.object({ manifests: z.array(descriptor) })
const manifest = z.object({ layers: z.array(descriptor), config: descriptor.optional() })
const config = z.object({ config: z.object({ Env: z.array(z.string()).nullish() }).nullish() })

const architectures: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: '386',
}

/**
 * Parses `manifest.json` (docker save) or `index.json` (OCI). `read` returns the text of a member, or undefined.
 * @throws PlainFailure describing the problem
 */
async function readLayout(read: (path: string) => Promise<string | undefined>): Promise<Layout> {
  const json = async (path: string): Promise<unknown> => {
    if (!isLayerPath(path)) throw new PlainFailure(`the archive names a file outside of itself: ${path}`)
    const text = await read(path)
    if (text === undefined) return undefined
    if (text.length > MAX_JSON_BYTES) throw new PlainFailure(`the archive’s ${path} is larger than 4 MB`)
    try {
      return JSON.parse(text)
    } catch {
      throw new PlainFailure(`the archive’s ${path} is not JSON`)
    }
  }
  const envOf = async (path: string | undefined) => (path ? environment(await json(path)) : {})
  const docker = dockerManifest.safeParse(await json('manifest.json')).data?.[0]
  if (docker) return checked({ layers: docker.Layers, env: await envOf(docker.Config) })
  let next = chosen(index.safeParse(await json('index.json')).data)
  for (let depth = 0; depth < MAX_DEPTH && next; depth++) {
    const value = await json(blob(next))
    const found = manifest.safeParse(value).data
    if (found) {
      return checked({ layers: found.layers.map(blob), env: await envOf(found.config && blob(found.config)) })
    }
    next = chosen(index.safeParse(value).data)
  }
  throw new PlainFailure('the archive is no image: neither manifest.json nor index.json names its layers')
}

function checked(layout: Layout): Layout {
  if (layout.layers.length <= MAX_LAYERS) return layout
  throw new PlainFailure(`the image has ${layout.layers.length} layers; at most ${MAX_LAYERS} can be`)
}

/** The entry for this machine's architecture, else the first. */
function chosen(found: z.infer<typeof index> | undefined): Descriptor | undefined {
  const own = architectures[process.arch] ?? process.arch
  return (
    found?.manifests.find(({ platform }) => platform?.os === 'linux' && platform.architecture === own) ??
    found?.manifests[0]
  )
}

const blob = ({ digest }: Descriptor): string => `blobs/${digest.replace(':', '/')}`

/** Skips variables that cannot be passed to a process. */
function environment(value: unknown): Record<string, string> {
  const lines = config.safeParse(value).data?.config?.Env ?? []
  const pairs = lines
    .filter((line) => /^[^=\0]+=[^\0]*$/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  return Object.fromEntries(pairs) as Record<string, string>
}

interface ImportLimits {
  /** Of the archive and its unpacked content together. */
  readonly bytes: number
  /** Members of all layers. */
  readonly members: number
}

/** Several times the size of a complete desktop distribution. */
const LIMITS: ImportLimits = { bytes: 32 * 1024 ** 3, members: 2_000_000 }
/** Interval at which the size is checked if the unpacking sandbox has no disk of its own. */
const POLL_INTERVAL_MS = 2_000

/** Paths inside the sandbox of the archive, of the files of an image layout, and of the resulting image. */
const ARCHIVE = '/orrery-archive'
const IMAGE = '/orrery-import'

/** Folders at or below which a backend mounts. Links there could redirect the mount. */
const NO_LINKS = ['run', 'root', 'dev', 'proc', 'sys', 'oldroot', 'newroot']

/**
 * Creates images from archives: a plain root file system, a `docker save` archive, or an OCI layout, optionally compressed. Archives are
 * untrusted: they are unpacked inside a dedicated sandbox, with its own disk if possible, by host programs that can write only to one
 * folder. A member that points through a link of an earlier layer therefore has no effect, since everything else is read-only. Nothing of
 * the archive is ever executed.
 */
export class ImageImport {
  readonly #runtime: Runtime
  readonly #folder: ImageFolder
  readonly #workspace: string
  readonly #limits: ImportLimits

  constructor(runtime: Runtime, folder: ImageFolder, workspace: string, limits = LIMITS) {
    this.#runtime = runtime
    this.#folder = folder
    this.#workspace = workspace
    this.#limits = limits
  }

  /** Whether imported images can be started. */
  get isPossible(): boolean {
    const { isolated, abilities } = this.#runtime.infoOf({
      kind: 'rootfs',
      layers: [],
      reference: '',
      env: {},
    })
    return this.#runtime.keepsFolders && isolated && abilities.includes('images')
  }

  /** @throws PlainFailure describing the problem with the archive */
  async import(reference: string, archive: Readable): Promise<void> {
    if (!this.#runtime.info.isolated || !this.#runtime.keepsFolders) {
      throw new PlainFailure(`the backend ${this.#runtime.info.name} does not keep images of ours`)
    }
    if (!this.isPossible) throw new PlainFailure('imported images need bubblewrap or a container engine')
    await mkdir(this.#workspace, { recursive: true, mode: 0o755 })
    const folder = await mkdtemp(join(this.#workspace, 'import-'))
    await chmod(folder, 0o755)
    const { bavail, bsize } = await statfs(folder)
    const disk = Math.min(this.#limits.bytes, Math.floor((bavail * bsize) / 2))
    const plan: IsolatePlan = {
      id: `import-${folder.slice(-6)}`,
      folder,
      image: { kind: 'local', layers: [], reference: 'local', env: {} },
      limits: { cpus: 2, memory: 2 * 1024 ** 3, disk, processes: 64 },
      network: { mode: 'none', hosts: [] },
    }
    try {
      const isolate = await this.#runtime.open(plan)
      const env = await watched(isolate, disk, () => unpack(isolate, archive, this.#limits.members)).finally(
        () => isolate.stop(),
      )
      await isolate.closed
      await this.#keep(reference, plan, env)
    } finally {
      await removeTree(folder)
    }
  }

  async #keep(reference: string, plan: IsolatePlan, env: Record<string, string>): Promise<void> {
    const { key, layer } = await this.#folder.reserve(reference)
    try {
      await this.#runtime.commit(plan, { folder: layer, part: IMAGE.slice(1) })
      await chmod(layer, 0o755)
      for (const name of NO_LINKS) {
        if ((await lstat(join(layer, name)).catch(() => undefined))?.isSymbolicLink()) {
          throw new PlainFailure(`the image’s /${name} is a link, which could lead out of a sandbox`)
        }
      }
      const origin = 'import' as const
      await this.#folder.add(key, undefined, { reference, kind: 'rootfs', env, created: Date.now(), origin })
    } catch (error) {
      await this.#folder.discard(key)
      throw error
    }
  }
}

/**
 * How the unpacking programs report a full disk: tar as a short write. Without a disk of its own, the file size limit applies instead,
 * and a writer that exceeds it is killed.
 */
const FULL_DISK =
  /No space left on device|Wrote only \d+ of \d+ bytes|File size limit exceeded|File too large/

/** Aborts the work when it uses more than `limit` bytes, for sandboxes without a disk of their own. */
async function watched<Result>(
  isolate: Isolate,
  limit: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let isTooLarge = false
  const poll = async () => {
    if ((await isolate.diskUsed()) <= limit) return
    isTooLarge = true
    await isolate.stop()
  }
  const timer = setInterval(() => void poll().catch(() => undefined), POLL_INTERVAL_MS)
  try {
    return await work()
  } catch (error) {
    if (isTooLarge || FULL_DISK.test(String(error)))
      throw new PlainFailure(`the archive holds more than ${formatSize(limit)}`)
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Device nodes need privileges, and every sandbox gets its own /dev. */
const TAR = "tar $owners --exclude='./dev/*' --exclude='dev/*'"

/** If an ordinary user runs the server, root is the only user inside and owns all files. */
const OWNERS =
  'read -r inside outside users < /proc/self/uid_map; owners=; [ "$users" -gt 1 ] || owners=--no-same-owner'

const PREPARE = `mkdir -m 755 ${ARCHIVE} ${ARCHIVE}/files ${IMAGE}`

/** Receives the archive; prints whether it is an image layout or a root file system. */
const RECEIVE = [
  'set -e',
  `cd ${ARCHIVE}`,
  'cat > image.tar',
  'if tar -tf image.tar 2>/dev/null | grep -qxE "(\\./)?(index\\.json|manifest\\.json)"',
  'then tar --no-same-owner -C files -xf image.tar; rm image.tar; echo layout',
  'else echo rootfs; fi',
].join('\n')

/** Fails if archive $1 has more than $2 members, and prints their number. */
const COUNT = [
  'set -e',
  'members=$(tar -tf "$1" | wc -l)',
  '[ "$members" -le "$2" ] || { echo "it has too many members" >&2; exit 1; }',
  'echo "$members"',
].join('\n')

const UNPACK_ALL = `${OWNERS}\n${COUNT}\n${TAR} -C ${IMAGE} -xf "$1"`

/**
 * Applies the layer $1, whose name is its SHA-256 digest in an OCI layout: first its deletions (`.wh.NAME`, and `.wh..wh..opq` for a whole
 * directory), then its files.
 */
const APPLY = [
  '[ -f "$1" ] || { echo "it is not in the archive" >&2; exit 1; }',
  OWNERS,
  COUNT,
  'case $1 in */blobs/sha256/*)',
  '  echo "${1##*/}  $1" | sha256sum -c --status || { echo "its content is not what its digest says" >&2; exit 1; } ;;',
  'esac',
  `cd ${IMAGE}`,
  'tar -tf "$1" | while IFS= read -r path; do',
  '  path=${path#./}; name=${path##*/}; folder=${path%"$name"}',
  '  case $name in',
  '    .wh..wh..opq) [ -d "./$folder" ] && find "./$folder" -mindepth 1 -maxdepth 1 -exec rm -rf -- {} + ;;',
  '    .wh.*) rm -rf -- "./$folder${name#.wh.}" ;;',
  '  esac',
  'done',
  `${TAR} --exclude='.wh.*' -C ${IMAGE} -xf "$1"`,
].join('\n')

async function unpack(
  isolate: Isolate,
  archive: Readable,
  maxMembers: number,
): Promise<Record<string, string>> {
  await inside(isolate, PREPARE, [], { problem: 'the import cannot begin' })
  await inside(isolate, `! touch ${ARCHIVE}/outside 2>/dev/null`, [], {
    writable: IMAGE,
    problem: 'this backend cannot keep an archive to its own folder',
  })
  const child = isolate.exec({ argv: ['/bin/sh', '-c', RECEIVE], stdin: true, writable: ARCHIVE })
  if (!child.stdin) throw new PlainFailure('the backend gave no input to write to')
  const collected = collect(child)
  await pipeline(archive, child.stdin).catch(() => undefined)
  const isLayout = text(await collected, 'the archive cannot be unpacked').trim() === 'layout'
  const image: Layout = isLayout
    ? await readLayout((path) => readMember(isolate, path))
    : { layers: [], env: {} }
  let members = 0
  const fill = async (script: string, path: string, problem: string) => {
    const args = [`${ARCHIVE}/${path}`, String(maxMembers - members)]
    members += Number(await inside(isolate, script, args, { writable: IMAGE, problem }))
  }
  if (!isLayout) await fill(UNPACK_ALL, 'image.tar', 'the archive cannot be unpacked')
  for (const layer of image.layers) {
    if (!isLayerPath(layer)) throw new PlainFailure(`the archive names a layer outside of itself: ${layer}`)
    await fill(APPLY, `files/${layer}`, `layer ${layer} cannot be unpacked`)
  }
  await inside(isolate, HAS_SHELL, [], { problem: 'the image has no /bin/sh, which every sandbox needs' })
  return image.env
}

/** Sessions need Bash, everything else a POSIX shell. */
const HAS_SHELL = `cd ${IMAGE} && { [ -e bin/sh ] || [ -L bin/sh ] || [ -L bin ]; }`

/** The text of one of the archive's files; undefined if it does not exist. */
async function readMember(isolate: Isolate, path: string): Promise<string | undefined> {
  const script = 'head -c "$2" -- "$1"'
  const args = [`${ARCHIVE}/files/${path}`, String(MAX_JSON_BYTES + 1)]
  const { stdout, code } = await collect(
    isolate.exec({ argv: ['/bin/sh', '-c', script, 'sh', ...args], writable: IMAGE }),
  )
  return code === 0 ? stdout.toString() : undefined
}

async function inside(
  isolate: Isolate,
  script: string,
  args: readonly string[],
  { writable, problem }: { writable?: string; problem: string },
): Promise<string> {
  return text(
    await collect(isolate.exec({ argv: ['/bin/sh', '-c', script, 'sh', ...args], writable })),
    problem,
  )
}

function text({ stdout, stderr, code }: Collected, problem: string): string {
  if (code === 0) return stdout.toString()
  // tar's last line only says that it failed.
  const lines = stderr.toString().trim().split('\n')
  const last = lines.findLast((line) => !/^tar: (?:Child|Error is not|Exiting)/.test(line)) ?? ''
  throw new PlainFailure(last ? `${problem}: ${last}` : problem)
}
