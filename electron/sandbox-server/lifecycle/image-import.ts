import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Collected, collect } from '../runtime/collect.ts'
import type { Box, BoxPlan, Runtime } from '../runtime/runtime.ts'
import type { ImageFolder } from './image-folder.ts'
import { PlainFailure } from './platform-error.ts'

/**
 * Makes images from archives: a plain root file system, a `docker save` archive, or an OCI layout (also compressed). All unpacking
 * happens inside a sandbox of its own: an archive is not to be trusted with the host's paths, and so its files get the right owners.
 */
export class ImageImport {
  readonly #runtime: Runtime
  readonly #folder: ImageFolder
  readonly #workspace: string

  /** `workspace` must be on the same file system as the images. */
  constructor(runtime: Runtime, folder: ImageFolder, workspace: string) {
    this.#runtime = runtime
    this.#folder = folder
    this.#workspace = workspace
  }

  /** Whether what is imported could be started. */
  get isPossible(): boolean {
    const { isolated, abilities } = this.#runtime.infoOf({
      kind: 'rootfs',
      layers: [],
      reference: '',
      env: {},
    })
    return this.#runtime.keepsFolders && isolated && abilities.includes('images')
  }

  /** @throws PlainFailure with what is wrong with the archive */
  async import(reference: string, archive: Readable): Promise<void> {
    if (!this.#runtime.info.isolated || !this.#runtime.keepsFolders) {
      throw new PlainFailure(`the backend ${this.#runtime.info.name} does not keep images of ours`)
    }
    if (!this.isPossible) throw new PlainFailure('imported images need bubblewrap or a container engine')
    await mkdir(this.#workspace, { recursive: true, mode: 0o755 })
    const folder = await mkdtemp(join(this.#workspace, 'import-'))
    await chmod(folder, 0o755)
    const plan: BoxPlan = {
      id: `import-${folder.slice(-6)}`,
      folder,
      image: { kind: 'local', layers: [], reference: 'local', env: {} },
      limits: { cpus: 2, memory: 2 * 1024 ** 3, disk: Infinity, processes: 64 },
    }
    const box = await this.#runtime.open(plan)
    try {
      const env = await unpack(box, archive)
      await box.stop()
      await this.#keep(reference, join(folder, 'box/upper', IMAGE_ROOT), env)
    } finally {
      await box.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #keep(reference: string, root: string, env: Record<string, string>): Promise<void> {
    if (!existsSync(root)) throw new PlainFailure('the archive holds no files')
    const { key, layer } = await this.#folder.reserve(reference)
    try {
      await rm(layer, { recursive: true })
      await rename(root, layer)
      await chmod(layer, 0o755)
      const image = {
        reference,
        kind: 'rootfs' as const,
        env,
        created: Date.now(),
        origin: 'import' as const,
      }
      await this.#folder.add(key, undefined, image)
    } catch (error) {
      await this.#folder.discard(key)
      throw error
    }
  }
}

const IMAGE_ROOT = 'orrery-import'

/** Device nodes cannot be made without privileges, and every sandbox gets its own /dev. */
const TAR = "tar --exclude='./dev/*' --exclude='dev/*'"

/** Unpacks the archive itself; tells whether it is an image layout or a root file system. */
const OPEN = [
  'set -e',
  'mkdir -p /tmp/archive /orrery-import',
  'cat > /tmp/image.tar',
  'if tar -tf /tmp/image.tar 2>/dev/null | grep -qxE "(\\./)?(index\\.json|manifest\\.json)"',
  'then tar -C /tmp/archive -xf /tmp/image.tar; echo layout',
  `else ${TAR} -C /orrery-import -xf /tmp/image.tar; echo rootfs; fi`,
  'rm /tmp/image.tar',
].join('\n')

/** Applies one layer $1, whose name is its SHA-256 sum in an OCI layout: first its deletions (`.wh.NAME`, and `.wh..wh..opq` for a whole directory), then its files. */
const APPLY = [
  'set -e',
  'case $1 in */blobs/sha256/*)',
  '  echo "${1##*/}  $1" | sha256sum -c --status || { echo "its content is not what its digest says" >&2; exit 1; } ;;',
  'esac',
  'cd /orrery-import',
  'tar -tf "$1" | while IFS= read -r path; do',
  '  path=${path#./}; name=${path##*/}; folder=${path%"$name"}',
  '  case $name in',
  '    .wh..wh..opq) [ -d "./$folder" ] && find "./$folder" -mindepth 1 -maxdepth 1 -exec rm -rf -- {} + ;;',
  '    .wh.*) rm -rf -- "./$folder${name#.wh.}" ;;',
  '  esac',
  'done',
  `${TAR} --exclude='.wh.*' -C /orrery-import -xf "$1"`,
].join('\n')

async function unpack(box: Box, archive: Readable): Promise<Record<string, string>> {
  const child = box.exec({ argv: ['/bin/sh', '-c', OPEN], stdin: true })
  if (!child.stdin) throw new PlainFailure('the backend gave no input to write to')
  const collected = collect(child)
  await pipeline(archive, child.stdin).catch(() => undefined)
  const kind = text(await collected, 'the archive cannot be unpacked').trim()
  if (kind === 'rootfs') return checkShell(box, {})
  const image = await readLayout(box)
  for (const layer of image.layers) {
    if (!/^[\w./-]+$/.test(layer) || layer.includes('..')) {
      throw new PlainFailure(`the archive names a layer outside of itself: ${layer}`)
    }
    await inside(
      box,
      ['/bin/sh', '-c', APPLY, 'sh', `/tmp/archive/${layer}`],
      `layer ${layer} cannot be unpacked`,
    )
  }
  return checkShell(box, image.env)
}

/** Sessions need Bash, everything else a POSIX shell. */
async function checkShell(box: Box, env: Record<string, string>): Promise<Record<string, string>> {
  const script = 'cd /orrery-import && { [ -e bin/sh ] || [ -L bin/sh ] || [ -L bin ]; }'
  await inside(box, ['/bin/sh', '-c', script], 'the image has no /bin/sh, which every sandbox needs')
  return env
}

interface Layout {
  readonly layers: string[]
  readonly env: Record<string, string>
}

interface Descriptor {
  readonly digest?: string
  readonly platform?: { readonly os?: string; readonly architecture?: string }
}

const architectures: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: '386',
}

/** Reads `manifest.json` (docker save) or `index.json` (OCI): the layers' paths in order, and the environment. */
async function readLayout(box: Box): Promise<Layout> {
  const docker = (await readJson(box, 'manifest.json')) as
    [{ Config?: string; Layers?: string[] }] | undefined
  if (docker?.[0]?.Layers) {
    return { layers: docker[0].Layers, env: await configEnv(box, docker[0].Config) }
  }
  let descriptor = chosen((await readJson(box, 'index.json')) as { manifests?: Descriptor[] } | undefined)
  for (let depth = 0; depth < 4 && descriptor?.digest; depth++) {
    const manifest = (await readJson(box, blob(descriptor.digest))) as
      { manifests?: Descriptor[]; layers?: Descriptor[]; config?: Descriptor } | undefined
    if (manifest?.layers) {
      const layers = manifest.layers.map((layer) => blob(layer.digest))
      return { layers, env: await configEnv(box, manifest.config?.digest && blob(manifest.config.digest)) }
    }
    descriptor = chosen(manifest)
  }
  throw new PlainFailure('the archive is no image: neither manifest.json nor index.json names its layers')
}

/** The entry for this machine's processor, else the first. */
function chosen(index: { manifests?: Descriptor[] } | undefined): Descriptor | undefined {
  const own = architectures[process.arch] ?? process.arch
  return (
    index?.manifests?.find(({ platform }) => platform?.os === 'linux' && platform.architecture === own) ??
    index?.manifests?.[0]
  )
}

const blob = (digest = ''): string => `blobs/${digest.replace(':', '/')}`

async function configEnv(box: Box, path: string | undefined): Promise<Record<string, string>> {
  const config = path
    ? ((await readJson(box, path)) as { config?: { Env?: string[] } } | undefined)
    : undefined
  const pairs = (config?.config?.Env ?? []).map((line) => [
    line.split('=', 1)[0] ?? '',
    line.replace(/^[^=]*=/, ''),
  ])
  return Object.fromEntries(pairs) as Record<string, string>
}

async function readJson(box: Box, path: string): Promise<unknown> {
  const { stdout, code } = await collect(box.exec({ argv: ['/bin/cat', `/tmp/archive/${path}`] }))
  if (code !== 0) return undefined
  try {
    return JSON.parse(stdout.toString())
  } catch {
    throw new PlainFailure(`the archive’s ${path} is not JSON`)
  }
}

async function inside(box: Box, argv: string[], problem: string): Promise<string> {
  return text(await collect(box.exec({ argv })), problem)
}

function text({ stdout, stderr, code }: Collected, problem: string): string {
  if (code === 0) return stdout.toString()
  const last = stderr.toString().trim().split('\n').at(-1) ?? ''
  throw new PlainFailure(last ? `${problem}: ${last}` : problem)
}
