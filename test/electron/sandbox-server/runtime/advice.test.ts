import { describe, expect, it } from 'vitest'
import { sentencesZh } from '#shared/workbench/sentences/zh.ts'
import { explain, type Machine } from '../../../../electron/sandbox-server/runtime/advice.ts'

const machine = (
  files: Readonly<Record<string, string>> = {},
  platform: NodeJS.Platform = 'linux',
): Machine => ({ platform, read: (path) => files[path] ?? '' })

const UBUNTU = 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian'
const FEDORA = 'ID=fedora'
const MINT = 'ID=linuxmint\nID_LIKE="ubuntu debian"'
const apparmor = { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1', '/etc/os-release': UBUNTU }
const BWRAP_MISSING = 'the programs bwrap are missing'

describe('what a machine forbids is recognised', () => {
  it.each([
    ['bubblewrap', BWRAP_MISSING, { '/etc/os-release': UBUNTU }, 'sudo apt-get install bubblewrap'],
    ['bubblewrap', BWRAP_MISSING, { '/etc/os-release': FEDORA }, 'sudo dnf install bubblewrap'],
    ['bubblewrap', BWRAP_MISSING, { '/etc/os-release': MINT }, 'sudo apt-get install bubblewrap'],
    ['bubblewrap', BWRAP_MISSING, {}, undefined],
    [
      'namespaces',
      'the programs setpriv are missing',
      { '/etc/os-release': FEDORA },
      'sudo dnf install util-linux',
    ],
    [
      'namespaces',
      'unshare: write failed /proc/self/uid_map',
      apparmor,
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    ],
    [
      'namespaces',
      'unshare failed: Operation not permitted',
      { '/proc/sys/kernel/unprivileged_userns_clone': '0' },
      'sudo sysctl -w kernel.unprivileged_userns_clone=1',
    ],
    [
      'namespaces',
      'unshare failed: No space left on device',
      { '/proc/sys/user/max_user_namespaces': '0' },
      'sudo sysctl -w user.max_user_namespaces=15000',
    ],
    [
      'bubblewrap',
      'mount: permission denied',
      { '/proc/1/status': 'Name:\tsh\nSeccomp:\t2\n' },
      'docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN …',
    ],
    ['namespaces', 'something else', {}, undefined],
    [
      'docker',
      'docker info failed (ENOENT)',
      { '/etc/os-release': UBUNTU },
      'sudo apt-get install docker.io',
    ],
    ['docker', 'permission denied while trying to connect', {}, 'sudo usermod -aG docker "$USER"'],
    ['docker', 'Cannot connect to the Docker daemon', {}, 'sudo systemctl start docker'],
    ['docker', 'tcp://far.test:2376: Cannot connect to the Docker daemon', {}, undefined],
    [
      'docker',
      'ssh://me@far.test:2222: Host key verification failed.',
      {},
      'ssh -p 2222 me@far.test docker version',
    ],
    ['podman', 'ssh://far.test/run/podman.sock: no answer', {}, 'ssh far.test podman version'],
  ] as const)('%s: %s', (name, reason, files, first) => {
    const report = explain(name, reason, machine(files))
    expect(report).toMatchObject({ name, works: false })
    expect(report.commands[0]).toBe(first)
  })

  it.each([
    ['darwin', 'docker', 'docker info failed (ENOENT)', 'brew install colima docker'],
    ['darwin', 'docker', 'Cannot connect to the Docker daemon', 'open -a Docker'],
    ['darwin', 'namespaces', 'namespaces need Linux', undefined],
    ['win32', 'docker', 'docker info failed (ENOENT)', 'winget install Docker.DockerDesktop'],
    ['win32', 'bubblewrap', 'bubblewrap needs Linux', undefined],
  ] as const)('on %s, %s: %s', (platform, name, reason, first) => {
    expect(explain(name, reason, machine({}, platform)).commands[0]).toBe(first)
  })

  it.each([
    ['bubblewrap', BWRAP_MISSING, {}, /^bubblewrap is not installed$/],
    ['namespaces', 'unshare failed', apparmor, /^AppArmor doesn’t let .*\(unshare failed\)$/],
    ['namespaces', 'Operation not permitted', {}, /^this machine forbids .*\(Operation not permitted\)$/],
  ] as const)('%s: %s is said with its meaning', (name, words, files, said) => {
    expect(explain(name, words, machine(files)).reason).toMatch(said)
  })

  it.each([
    ['bubblewrap', BWRAP_MISSING, {}, 'BACKEND.notInstalled', { name: 'bubblewrap' }],
    ['docker', 'docker info failed (ENOENT)', {}, 'BACKEND.notInstalled', { name: 'docker' }],
    ['docker', 'permission denied', {}, 'BACKEND.denied', { name: 'docker', reason: 'permission denied' }],
    ['podman', 'no answer', {}, 'BACKEND.engine', { name: 'podman', reason: 'no answer' }],
    ['namespaces', 'the programs mount are missing', {}, 'BACKEND.programs', { programs: 'mount' }],
    ['namespaces', 'unshare failed', apparmor, 'BACKEND.appArmor', { reason: 'unshare failed' }],
    ['namespaces', 'EPERM: Operation not permitted', {}, 'BACKEND.forbidden', {}],
    ['namespaces', 'odd', {}, 'BACKEND.failed', { reason: 'odd' }],
  ] as const)('%s: %s has a name for other languages', (name, words, files, key, values) => {
    const { said, reason } = explain(name, words, machine(files))
    expect(said).toMatchObject({ key, values })
    expect(reason).not.toMatch(/\{\w+\}/)
    // The server sends every placeholder of the other language's message.
    const names = Array.from(sentencesZh[key].message.matchAll(/\{(\w+)\}/g), ([, one = '']) => one)
    expect(Object.keys(said?.values ?? {})).toEqual(expect.arrayContaining(names))
  })
})
