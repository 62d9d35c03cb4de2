import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChooseOptions, chooseRuntime } from '../../../../electron/sandbox-server/runtime/choose.ts'
import { openKubernetes } from '../../../../electron/sandbox-server/runtime/kubernetes/runtime.ts'
import type {
  ImageSource,
  Runtime,
  RuntimeName,
} from '../../../../electron/sandbox-server/runtime/runtime.ts'

export interface Backend {
  readonly name: RuntimeName
  /** Why it cannot be tested on this machine. */
  readonly skip: string | undefined
  readonly open: (dataFolder: string) => Promise<Runtime>
  readonly image: ImageSource
  /** Why a stopped sandbox's files are gone when it starts again. */
  readonly forgets?: string
  /** The backend that owns these containers, if only the client differs. */
  readonly sameAs?: RuntimeName
}

const local: ImageSource = { kind: 'local', layers: [], reference: 'local', env: {} }
export const TEST_IMAGE = process.env['ORRERY_TEST_IMAGE'] ?? 'localhost/orrery-test:4'

const works = (file: string, args: string[]): boolean => {
  try {
    execFileSync(file, args, { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Podman needs these if it may not raise limits and uses cgroup v1 (docs/sandbox-platform.md#containers). */
export function configurePodman(): void {
  const file = join(root, '.cache/test-servers/containers.conf')
  mkdirSync(dirname(file), { recursive: true })
  const limits = 'default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]'
  const engine = existsSync('/usr/sbin/runc') ? 'cgroup_manager = "cgroupfs"\nruntime = "runc"' : ''
  writeFileSync(file, `[containers]\n${limits}\n[engine]\n${engine}\n`)
  process.env['CONTAINERS_CONF'] = file
}

/** Without a docker daemon, podman's service provides the Docker API for docker's client; it exits when idle. */
function serveDocker(): boolean {
  if (process.env['DOCKER_HOST'] || works('docker', ['info']) || !works('docker', ['--version'])) return false
  if (!works('podman', ['info'])) return false
  const folder = mkdtempSync(join(tmpdir(), 'orrery-docker-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const socket = `unix://${join(folder, 'docker.sock')}`
  // The other backends are tested before it.
  const idleSeconds = '900'
  spawn('podman', ['system', 'service', `--time=${idleSeconds}`, socket], {
    stdio: 'ignore',
    detached: true,
  }).unref()
  process.env['DOCKER_HOST'] = socket
  for (let attempt = 0; attempt < 20 && !works('docker', ['info']); attempt++) works('sleep', ['0.1'])
  return true
}

/** Bash, some programs and their libraries, copied from the host: an image without a download. */
const PROGRAMS =
  'bash sh cat ls mkdir rm sleep head tail id tty stty seq tr touch env kill ps hostname printf wc od dd grep ln ' +
  'nohup setsid timeout mkfifo mknod mount unshare base64 stat sha256sum tee'

function buildImage(engine: string): boolean {
  if (works(engine, ['image', 'inspect', TEST_IMAGE])) return true
  const root = mkdtempSync(join(tmpdir(), 'orrery-image-'))
  for (const folder of ['usr/bin', 'etc', 'root', 'tmp', 'dev', 'proc', 'sys', 'run']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  const script = [
    'set -e; cd "$1"',
    'ln -s usr/bin bin; ln -s usr/lib lib; mkdir -p usr/lib usr/lib64; ln -s usr/lib64 lib64; chmod 1777 tmp',
    `for p in ${PROGRAMS}; do f=$(command -v $p || true); [ -x "$f" ] || f=/usr/bin/$p; [ -x "$f" ] || continue; cp -L "$f" usr/bin/$p`,
    "  ldd $f 2>/dev/null | grep -o '/[^ ]*' | while read l; do mkdir -p .$(dirname $l); cp -Ln $l .$l; done",
    'done; printf "%s\\n" root:x:0:0:root:/root:/bin/bash nobody:x:65534:65534:nobody:/tmp:/bin/sh > etc/passwd; echo "root:*:19000:0:99999:7:::" > etc/shadow',
    `tar -C . -cf - . | ${engine} import - ${TEST_IMAGE}`,
  ].join('\n')
  const built = works('/bin/bash', ['-c', script, 'bash', root])
  rmSync(root, { recursive: true, force: true })
  return built
}

/** Why an engine cannot be tested here; tries every step up to a running container. */
export function engineTrouble(name: 'docker' | 'podman'): string | undefined {
  if (process.env['ORRERY_TEST_ENGINES'] === 'none') return 'engines are switched off by ORRERY_TEST_ENGINES'
  if (!works(name, ['info'])) return `${name} does not answer on this machine`
  if (!buildImage(name)) return `${name} cannot import an image on this machine`
  const trial = [
    'run',
    '--rm',
    '--network=none',
    '--memory=64m',
    '--pull=never',
    TEST_IMAGE,
    '/bin/sh',
    '-c',
    ':',
  ]
  return works(name, trial) ? undefined : `${name} cannot run a container on this machine`
}

/** Removes the stopped containers of a server whose data folder will be deleted: otherwise they stay for a day. */
export function removeContainers(name: RuntimeName, dataFolder: string): void {
  if (name !== 'podman' && name !== 'docker') return
  const owner = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 12)
  const list = `${name} ps -aq --filter label=orrery.owner=${owner}`
  works('/bin/sh', ['-c', `ids=$(${list}); [ -z "$ids" ] || ${name} rm -f $ids`])
}

const opened = async (options: ChooseOptions): Promise<Runtime> => (await chooseRuntime(options)).runtime

function engineBackend(name: 'docker' | 'podman'): Backend {
  if (name === 'podman') configurePodman()
  const served = name === 'docker' && serveDocker()
  return {
    name,
    ...(served ? { sameAs: 'podman' } : {}),
    skip: engineTrouble(name),
    open: (dataFolder) => opened({ wanted: name, dataFolder, images: dataFolder }),
    image: { kind: 'engine', layers: [], reference: TEST_IMAGE, env: {} },
  }
}

/** The cluster in `KUBECONFIG`, only if a dedicated suite sets it, so that a real cluster is never used by accident. */
function clusterBackend(): Backend {
  const isGiven = process.env['ORRERY_TEST_BACKENDS']?.split(',').includes('kubernetes')
  return {
    name: 'kubernetes',
    skip: isGiven ? undefined : 'a cluster is brought by npm run test:peers kubernetes',
    open: (dataFolder) => openKubernetes({ dataFolder }),
    image: { kind: 'engine', layers: [], reference: TEST_IMAGE, env: {} },
    forgets: 'the files of a Pod go with it',
  }
}

/** All backends, or only those in `ORRERY_TEST_BACKENDS`, for suites that provide one of them. */
export function backends(): Backend[] {
  const only = process.env['ORRERY_TEST_BACKENDS']?.split(',')
  const own = (name: 'bubblewrap' | 'namespaces' | 'process', skip: string | undefined): Backend => ({
    name,
    skip,
    open: (dataFolder) => opened({ wanted: name, dataFolder, images: join(dataFolder, 'images') }),
    image: local,
  })
  const bwrap = works('bwrap', ['--ro-bind', '/', '/', 'true'])
    ? undefined
    : 'bubblewrap does not work on this machine'
  const unshare = works('unshare', ['--user', '--map-root-user', '--mount', '--pid', '--fork', 'true'])
    ? undefined
    : 'namespaces of one’s own are forbidden on this machine'
  const all = {
    bubblewrap: () => own('bubblewrap', bwrap),
    namespaces: () => own('namespaces', unshare),
    process: () => own('process', undefined),
    // podman first, since it may serve docker's client.
    podman: () => engineBackend('podman'),
    docker: () => engineBackend('docker'),
    kubernetes: clusterBackend,
  }
  return Object.entries(all)
    .filter(([name]) => only?.includes(name) ?? true)
    .map(([, backend]) => backend())
}
