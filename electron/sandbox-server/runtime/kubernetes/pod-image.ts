import { collect } from '../collect.ts'
import { type CommitTarget, type Isolate, RuntimeFailure } from '../runtime.ts'
import { OWN } from './enter.ts'
import { type ImageName, parseImageName } from './image-name.ts'
import { ownLogin, type RegistryCredentials } from './registry-login.ts'
import { type ImageSettings, RegistryPush } from './registry-push.ts'

/**
 * All files of a Pod as an archive, with what the cluster mounts left out. One layer of everything needs neither privileges nor the image
 * that it was started from, and is right about deleted files, too.
 */
const PACK = [
  'command -v tar >/dev/null || { echo "there is no tar in its image" >&2; exit 2; }',
  'more=; case "$(tar --help 2>&1)" in *--xattrs-include*) more="--xattrs --xattrs-include=security.capability" ;; esac',
  `cd / && exec tar -cf - --exclude="./proc/*" --exclude="./sys/*" --exclude="./dev/*" --exclude=".${OWN}" \\`,
  '  --exclude=./etc/hosts --exclude=./etc/hostname --exclude=./etc/resolv.conf $more .',
].join('\n')

/** The processor, the directory and the user of the first process, and its environment. */
const SETTINGS = '(cd -P /proc/1/cwd && pwd -P) && uname -m && id -u && cat /proc/1/environ'

const PROCESSORS: Readonly<Record<string, string>> = {
  x86_64: 'amd64',
  aarch64: 'arm64',
  armv7l: 'arm',
  i686: '386',
}

/** What GNU tar says of files that programs change meanwhile, which is no failure. */
const HARMLESS =
  /: (?:file changed as we read it|File removed before we read it|socket ignored)$|^tar: Exiting with failure status due to previous errors$/

/** Where sandboxes are saved. */
export interface SavingPlace {
  /** What the names of images begin with. */
  readonly registry: string
  /** A file of certificates that are trusted besides the machine's. */
  readonly ca?: string | undefined
}

/** Saves the files of a sandbox as an image in the registry of its name. @throws RuntimeFailure */
export async function pushPod(
  isolate: Isolate,
  { registry, ca }: SavingPlace,
  target: Extract<CommitTarget, { readonly reference: string }>,
): Promise<void> {
  const name = parseImageName(target.reference)
  if (!name || !target.reference.startsWith(`${registry}/`))
    throw new RuntimeFailure(
      `images are saved in the registry ${registry}: give the image a name such as ${registry}/name:1`,
    )
  const login = target.login ?? (await serverLogin(name, registry, target.namespace))
  const settings = await settingsOf(isolate)
  const child = isolate.exec({ argv: ['/bin/sh', '-c', PACK], cwd: '/' })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-MAX_WORDS)))
  const ended = child.exited.then(({ code }) => {
    const lines = words.split('\n').filter((line) => line !== '')
    if (code === 0 || (code === 1 && lines.every((line) => HARMLESS.test(line)))) return
    throw new RuntimeFailure(
      `its files cannot be read: ${lines.findLast((line) => !HARMLESS.test(line)) ?? `exit code ${code}`}`,
    )
  })
  ended.catch(() => undefined)
  const abort = new AbortController()
  const late = setTimeout(() => abort.abort(new RuntimeFailure('the registry takes too long')), PUSH_MS)
  try {
    await new RegistryPush(name, { login, ca, signal: abort.signal }).push(child.stdout, ended, settings)
  } catch (error) {
    child.kill()
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** With the server's own login a key could else write over the images of others. */
async function serverLogin(
  name: ImageName,
  registry: string,
  namespace: string | undefined,
): Promise<RegistryCredentials | undefined> {
  const own = await ownLogin(name)
  if (!own || namespace === undefined) return own
  const place = `${registry}/${namespace}/`
  if (`${name.registry}/${name.repository}`.startsWith(place)) return own
  throw new RuntimeFailure(
    `the server’s login is for names of your namespace alone: name the image ${place}…, or give a login of your own`,
    'REGISTRY_DENIED',
  )
}

/** Large images take long. */
const PUSH_MS = 1_800_000
const MAX_WORDS = 4096

async function settingsOf(isolate: Isolate): Promise<ImageSettings> {
  const { stdout, stderr, code } = await collect(isolate.exec({ argv: ['/bin/sh', '-c', SETTINGS] }))
  if (code !== 0) throw new RuntimeFailure(`its settings cannot be read: ${stderr.toString().trim()}`)
  const [directory = '/', machine = '', user = '0', ...rest] = stdout.toString().split('\n')
  const env = rest.join('\n').split('\0')
  return {
    architecture: PROCESSORS[machine] ?? machine,
    directory,
    user: user === '0' ? undefined : user,
    // The cluster gives the others to each Pod anew.
    env: env.filter(
      (pair) => pair !== '' && !/^(?:KUBERNETES_\w*|HOSTNAME|HOME|PWD|SHLVL|_|OLDPWD)=/.test(pair),
    ),
  }
}
