/**
 * Installs what the suites need besides Node. As root on Debian missing packages are installed and listed
 * first; `ORRERY_NO_INSTALL=1` prevents it. Elsewhere it prints what will be skipped.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program or library, its Debian package, and what cannot be tested without it. */
export const WANTED = [
  { name: 'bwrap', package: 'bubblewrap', without: 'sandboxes made by bubblewrap, and imported images' },
  { name: 'mkfs.ext4', package: 'e2fsprogs', without: 'disks of a sandbox’s own' },
  { name: 'pasta', package: 'passt', without: 'a sandbox’s way past the proxy' },
  { name: 'ip', package: 'iproute2', without: 'a sandbox’s way past the proxy' },
  ...['ps', 'top'].map((name) => ({
    name,
    package: 'procps',
    without: 'what looks at processes inside a sandbox',
  })),
  { name: 'python3', package: 'python3', without: 'environments written in Python' },
  { name: 'pip3', package: 'python3-pip', without: 'packages of Python in sandboxes' },
  { name: 'git', package: 'git', without: 'repositories in sandboxes' },
  { name: 'podman', package: 'podman', without: 'sandboxes in containers' },
  { name: 'runc', package: 'runc', without: 'sandboxes in containers' },
  { name: 'curl', package: 'curl', without: 'examples for a shell, and proxies by it' },
  {
    name: 'libssl.so.3',
    package: 'libssl3',
    without: 'the embedded graph database, and what is served by it',
  },
  ...['vim', 'nano', 'less', 'tmux', 'htop'].map((name) => ({
    name,
    package: name,
    without: 'programs with a screen of their own',
  })),
  ...['strace', 'gdb'].map((name) => ({ name, package: name, without: 'debuggers in sandboxes' })),
  { name: 'apparmor_parser', package: 'apparmor', without: 'the AppArmor profile of the package' },
]

const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/sbin',
  '/usr/bin',
  '/bin',
  '/usr/lib',
  '/usr/lib64',
  ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu`),
]

/** @param {string} name */
const isHere = (name) => FOLDERS.some((folder) => existsSync(join(folder, name)))

/** Whether system packages may be installed: as root, on Debian, unless disabled. */
export const mayInstall = () =>
  process.env.ORRERY_NO_INSTALL !== '1' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs packages and prints their names.
 * @param {readonly string[]} packages @returns {boolean} whether all were installed
 */
export function install(packages) {
  console.log(`Installing for the tests: ${packages.join(', ')} (ORRERY_NO_INSTALL=1 forbids it).`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
    return true
  } catch {
    return false
  }
}

/** Installs what is missing, or prints what will be skipped without it. @returns {void} */
export function prepare() {
  const missing = WANTED.filter(({ name }) => !isHere(name))
  if (mayInstall()) {
    // One at a time if one of them is not available.
    const packages = [...new Set(missing.map((one) => one.package))]
    if (packages.length > 0 && !install(packages)) for (const one of packages) install([one])
  }
  for (const { name, without } of WANTED) {
    if (!isHere(name)) console.log(`${name} is not here: without it ${without} are skipped.`)
  }
}
