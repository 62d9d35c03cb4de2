/**
 * What the suites use besides Node. As root on a Debian system what is missing is installed, each package named first;
 * `ORRERY_NO_INSTALL=1` forbids it. Elsewhere it is said what the suites will skip.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program, the Debian packages that bring it, and what cannot be tested without it. */
const WANTED = [
  {
    program: 'bwrap',
    packages: ['bubblewrap'],
    without: 'sandboxes made by bubblewrap, and imported images',
  },
  { program: 'mkfs.ext4', packages: ['e2fsprogs'], without: 'disks of a sandbox’s own' },
  { program: 'ps', packages: ['procps'], without: 'what looks at processes inside a sandbox' },
  { program: 'python3', packages: ['python3'], without: 'environments written in Python' },
  { program: 'git', packages: ['git'], without: 'repositories in sandboxes' },
  { program: 'podman', packages: ['podman', 'runc'], without: 'sandboxes in containers' },
  { program: 'apparmor_parser', packages: ['apparmor'], without: 'the AppArmor profile of the package' },
]

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/bin', '/bin']

/** @param {string} program */
const isHere = (program) => FOLDERS.some((folder) => existsSync(join(folder, program)))

/** Whether packages of the system may be installed: by root, on Debian, where nobody forbade it. */
export const mayInstall = () =>
  process.env.ORRERY_NO_INSTALL !== '1' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs packages; says which.
 * @param {readonly string[]} packages @returns {boolean} whether all came
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

/** Brings what is missing, or says what will be skipped without it. @returns {void} */
export function prepare() {
  const missing = WANTED.filter(({ program }) => !isHere(program))
  if (mayInstall()) {
    // One at a time where one of them cannot be had.
    if (missing.length > 0 && !install(missing.flatMap(({ packages }) => packages))) {
      for (const { packages } of missing) install(packages)
    }
  }
  for (const { program, without } of WANTED) {
    if (!isHere(program)) console.log(`${program} is not here: without it ${without} are skipped.`)
  }
}
