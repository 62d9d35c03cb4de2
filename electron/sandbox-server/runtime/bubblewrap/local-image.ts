import { createHash } from 'node:crypto'
import {
  cp,
  lstat,
  mkdir,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
  lchown,
  chmod,
  readFile,
} from 'node:fs/promises'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeTree } from '../trees.ts'
import { systemLinks } from './layout.ts'

/**
 * The lowest layer of the local image: the writable directories that every system has, and those files of /etc that
 * programs need to find libraries, users, certificates and time zones. Nothing that only some users of this machine may
 * read.
 */
const ETC = [
  'alternatives',
  'bash.bashrc',
  'bindresvport.blacklist',
  'ca-certificates',
  'ca-certificates.conf',
  'debian_version',
  'environment',
  'fonts',
  'gai.conf',
  'host.conf',
  'inputrc',
  'java-17-openjdk',
  'java-21-openjdk',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'lsb-release',
  'magic',
  'mime.types',
  'nanorc',
  'os-release',
  'perl',
  'pki',
  'profile',
  'profile.d',
  'protocols',
  'python3',
  'python3.11',
  'python3.12',
  'python3.13',
  'rpc',
  'services',
  'shells',
  'skel',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
  'vim',
  'wgetrc',
  'xattr.conf',
]

const FOLDERS = [
  'root',
  'home',
  'workspace',
  'opt',
  'srv',
  'mnt',
  'media',
  'run',
  'var/tmp',
  'var/log',
  'var/lib',
  'var/cache',
  'proc',
  'dev',
  'sys',
]

const PAM_ROOT =
  'auth sufficient pam_rootok.so\nauth required pam_deny.so\naccount required pam_permit.so\nsession required pam_permit.so\n'

const WRITTEN: Readonly<Record<string, string>> = {
  'etc/passwd': [
    'root:x:0:0:root:/root:/bin/bash',
    'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin',
    'www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin',
    'user:x:1000:1000:user:/home/user:/bin/bash',
    'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
    '',
  ].join('\n'),
  'etc/group': 'root:x:0:\ndaemon:x:1:\ntty:x:5:\nwww-data:x:33:\nuser:x:1000:\nnogroup:x:65534:\n',
  'etc/shadow': 'root:*:19000:0:99999:7:::\nuser:*:19000:0:99999:7:::\n',
  'etc/hosts': '127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n',
  'etc/nsswitch.conf':
    'passwd: files\ngroup: files\nshadow: files\nhosts: files dns\nservices: files\nprotocols: files\n',
  'etc/hostname': 'sandbox\n',
  // The files that the EXTERNALLY-MANAGED mark protects are read-only here; pip then installs below the home.
  'etc/pip.conf': '[global]\nbreak-system-packages = true\n',
  // One group per new user, as on Debian: the platform's libraries chown files to `NAME:NAME`.
  'etc/login.defs': [
    'USERGROUPS_ENAB yes',
    'UID_MIN 1000',
    'UID_MAX 60000',
    'GID_MIN 1000',
    'GID_MAX 60000',
    'UMASK 022',
    'ENCRYPT_METHOD SHA512',
    '',
  ].join('\n'),
  // Root may switch to any user; no other user has a password.
  ...Object.fromEntries(
    ['su', 'su-l', 'runuser', 'runuser-l'].map((name) => [`etc/pam.d/${name}`, PAM_ROOT]),
  ),
  'etc/pam.d/other':
    'auth required pam_deny.so\naccount required pam_deny.so\nsession required pam_deny.so\n',
}

/** The uid of `user` inside. */
const USER = 1000

/** Increased when the content above changes, so that an older base is rebuilt. */
const REVISION = 4

/** A damaged base layer that running sandboxes may still use; later servers have no use for it. */
const replacedImage = (images: string): string => join(images, `local-${REVISION}.old`)

/**
 * The base layer below `images`, shared by all sandboxes of a server; `owner` is the host id of their root.
 */
export class LocalImage {
  readonly #images: string
  readonly #owner: number | undefined
  /** The work of the last call, for which the next one waits. */
  #last: Promise<string> | undefined
  /** The layer as it was when it was last found or made whole. */
  #whole: LayerState | undefined

  constructor(images: string, owner: number | undefined) {
    this.#images = images
    this.#owner = owner
  }

  /** Creates the layer unless it exists and is whole, and returns its folder. One call after the other. */
  ensure(): Promise<string> {
    const before: Promise<unknown> =
      this.#last?.catch(() => undefined) ?? removeTree(replacedImage(this.#images))
    this.#last = before.then(() => this.#ensure())
    return this.#last
  }

  /** Resolves when nothing is made any more. */
  async settled(): Promise<void> {
    await this.#last?.catch(() => undefined)
  }

  async #ensure(): Promise<string> {
    const folder = join(this.#images, `local-${REVISION}`)
    if (this.#whole && isUnchanged(this.#whole)) return folder
    const cache = cacheStamp()
    const stampFile = join(this.#images, `local-${REVISION}.stamp`)
    const stamp = await readFile(stampFile, 'utf8').catch(() => '')
    const found = layerState(folder, cache)
    if (stamp === '' || stamp !== `${cache} ${await contents(folder)}`) {
      await this.#replace(folder)
      await writeFile(stampFile, `${cache} ${await contents(folder)}`)
      this.#whole = layerState(folder, cache)
    } else {
      this.#whole = found
    }
    return folder
  }

  async #replace(folder: string): Promise<void> {
    const fresh = `${folder}.new`
    await rm(fresh, { recursive: true, force: true })
    await build(fresh)
    if (this.#owner !== undefined) {
      await giveTo(fresh, this.#owner)
      await giveTo(join(fresh, 'home/user'), this.#owner + USER)
    }
    // A mounted layer may be moved, but files removed from it are gone in every sandbox.
    await removeTree(replacedImage(this.#images))
    if (existsSync(folder)) await rename(folder, replacedImage(this.#images))
    await rename(fresh, folder)
  }
}

/** Changes when libraries are installed on the host, so that the copied linker cache is never stale. */
function cacheStamp(): string {
  const stat = lstatSync('/etc/ld.so.cache', { throwIfNoEntry: false })
  return `${REVISION} ${stat?.mtimeMs ?? 0} ${stat?.size ?? 0}`
}

/**
 * The host's linker cache and, by its path, when each folder of a layer last got or lost a name. While these stay, its
 * names are the same: some dozens of folders are looked at for every start, instead of reading a thousand names.
 */
interface LayerState {
  readonly cache: string
  readonly folders: ReadonlyMap<string, bigint>
}

/** Undefined if it cannot be read throughout: a folder has gone meanwhile. */
function layerState(folder: string, cache: string): LayerState | undefined {
  const folders = new Map<string, bigint>()
  const add = (path: string): void => {
    folders.set(path, changeOf(path))
    const entries = readdirSync(path, { withFileTypes: true })
    for (const entry of entries) if (entry.isDirectory()) add(join(path, entry.name))
  }
  try {
    add(folder)
  } catch {
    return undefined
  }
  return { cache, folders }
}

const changeOf = (path: string): bigint =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n

/** Synchronous, since these calls take microseconds each, and a turn of the event loop more. */
const isUnchanged = ({ cache, folders }: LayerState): boolean =>
  cache === cacheStamp() && [...folders].every(([path, time]) => changeOf(path) === time)

/** The names in a folder, so that an incomplete layer is rebuilt. */
async function contents(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return createHash('sha256')
    .update(names.toSorted((a, b) => (a < b ? -1 : 1)).join('\0'))
    .digest('hex')
}

async function build(root: string): Promise<void> {
  for (const folder of ['etc', 'home/user', ...FOLDERS]) await mkdir(join(root, folder), { recursive: true })
  for (const folder of ['tmp', 'var/tmp']) {
    await mkdir(join(root, folder), { recursive: true })
    await chmod(join(root, folder), 0o1777)
  }
  await chmod(root, 0o755)
  for (const [path, target] of systemLinks()) await symlink(target, join(root, path))
  // Programs configure mirrors in it; the machine's own sources may contain credentials and are not copied.
  if (existsSync('/etc/apt')) await mkdir(join(root, 'etc/apt/sources.list.d'), { recursive: true })
  for (const name of ETC) await copyReadable(join('/etc', name), join(root, 'etc', name))
  for (const [path, content] of Object.entries(WRITTEN)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  await writeFile(join(root, 'root/.bashrc'), '')
}

/** Copies world-readable files; a private file in a listed folder is skipped. */
async function copyReadable(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    force: true,
    filter: async (source) => {
      const stat = await lstat(source)
      return stat.isSymbolicLink() || ((stat.isFile() || stat.isDirectory()) && (stat.mode & 0o004) !== 0)
    },
  })
}

/** Changes the owner of a whole tree to the host id of root inside. */
export async function giveTo(path: string, owner: number): Promise<void> {
  await lchown(path, owner, owner)
  const stat = await lstat(path)
  if (!stat.isDirectory()) return
  for (const name of await readdir(path)) await giveTo(join(path, name), owner)
}
