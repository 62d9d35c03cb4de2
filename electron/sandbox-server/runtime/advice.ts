import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import type { backendReportSchema } from '#shared/sandbox/backends.ts'
import { say, type LocalizedMessage } from '#shared/workbench/sentences/sentence.ts'
import type { SentenceKey } from '#shared/workbench/sentences/en.ts'
import type { RuntimeName } from './runtime.ts'

export type BackendReport = Readonly<z.infer<typeof backendReportSchema>>

/** Access to the machine's state. */
export interface Machine {
  readonly platform: NodeJS.Platform
  /** The content of a file; empty if it cannot be read. */
  read(path: string): string
}

const THIS_MACHINE: Machine = {
  platform: process.platform,
  read: (path) => {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch {
      return ''
    }
  },
}

/** A system restriction on namespaces: how to detect it, what it is, and how to change it. */
interface Rule {
  readonly applies: (machine: Machine) => boolean
  readonly sentence: SentenceKey
  readonly commands: readonly string[]
}

const RULES: readonly Rule[] = [
  {
    applies: ({ read }) => read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1',
    sentence: 'BACKEND.appArmor',
    commands: [
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
      "echo 'kernel.apparmor_restrict_unprivileged_userns=0' | sudo tee /etc/sysctl.d/60-orrery.conf",
    ],
  },
  {
    applies: ({ read }) => read('/proc/sys/kernel/unprivileged_userns_clone') === '0',
    sentence: 'BACKEND.kernel',
    commands: [
      'sudo sysctl -w kernel.unprivileged_userns_clone=1',
      "echo 'kernel.unprivileged_userns_clone=1' | sudo tee /etc/sysctl.d/60-orrery.conf",
    ],
  },
  {
    applies: ({ read }) => read('/proc/sys/user/max_user_namespaces') === '0',
    sentence: 'BACKEND.noNamespaces',
    commands: [
      'sudo sysctl -w user.max_user_namespaces=15000',
      "echo 'user.max_user_namespaces=15000' | sudo tee /etc/sysctl.d/60-orrery.conf",
    ],
  },
  {
    // The default seccomp filter of containers forbids mounting; pid 1's status shows that there is a filter.
    applies: ({ read }) => /^Seccomp:\s*2$/m.test(read('/proc/1/status')),
    sentence: 'BACKEND.container',
    commands: [
      'docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN …',
    ],
  },
]

const INSTALL: Readonly<Record<string, string>> = {
  debian: 'sudo apt-get install',
  ubuntu: 'sudo apt-get install',
  fedora: 'sudo dnf install',
  rhel: 'sudo dnf install',
  suse: 'sudo zypper install',
  arch: 'sudo pacman -S',
  alpine: 'sudo apk add',
}

/** The command that installs a package on this Linux distribution. */
function install(machine: Machine, name: string): string[] {
  const release = machine.read('/etc/os-release')
  const ids = Array.from(release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)).flatMap(([, words = '']) =>
    words.split(' '),
  )
  const manager = ids.map((id) => INSTALL[id]).find((command) => command !== undefined)
  return manager ? [`${manager} ${name}`] : []
}

/** Explains a backend's failure on this machine, with a remedy. `reason` is the backend's own message. */
export function explain(name: RuntimeName, reason: string, machine: Machine = THIS_MACHINE): BackendReport {
  const report = ({ message, said }: LocalizedMessage, commands: readonly string[]): BackendReport => ({
    name,
    works: false,
    reason: message,
    said,
    commands: [...commands],
  })
  if (name === 'docker' || name === 'podman') {
    const [, address = '', words = ''] = /^((?:tcp|https?|ssh):\/\/\S+): (.*)$/s.exec(reason) ?? []
    if (address && !/\bENOENT\b/.test(words))
      return report(say('BACKEND.engineFar', { name, address, reason: words }), lookThere(name, address))
    const isInstalled = !/\bENOENT\b/.test(reason)
    const isDenied = /permission denied/i.test(reason)
    const sentence = isInstalled ? (isDenied ? 'BACKEND.denied' : 'BACKEND.engine') : 'BACKEND.notInstalled'
    return report(say(sentence, { name, reason }), engineCommands(name, { isInstalled, isDenied }, machine))
  }
  if (name === 'kubernetes') return report(say('BACKEND.failed', { reason }), [])
  if (machine.platform !== 'linux') return report(say('BACKEND.needsLinux', { name }), [])
  const [, programs] = /\bprograms (.+) are missing\b/.exec(reason) ?? []
  if (programs?.includes('bwrap')) {
    return report(say('BACKEND.notInstalled', { name }), install(machine, 'bubblewrap'))
  }
  if (programs) return report(say('BACKEND.programs', { programs }), install(machine, 'util-linux'))
  const rule = RULES.find(({ applies }) => applies(machine))
  if (rule) return report(say(rule.sentence, { reason }), rule.commands)
  const isForbidden = /\bOperation not permitted\b/.test(reason)
  return report(say(isForbidden ? 'BACKEND.forbidden' : 'BACKEND.failed', { reason }), [])
}

/**
 * A command that shows whether this user can reach a remote engine; ssh then also asks its one-time questions.
 */
function lookThere(name: 'docker' | 'podman', address: string): readonly string[] {
  if (!address.startsWith('ssh:')) return []
  const [, user = '', host = '', port] = /^ssh:\/\/(?:([^@/]*)@)?([^:/]+)(?::(\d+))?/.exec(address) ?? []
  return [`ssh ${port ? `-p ${port} ` : ''}${user ? `${user}@` : ''}${host} ${name} version`]
}

function engineCommands(
  name: 'docker' | 'podman',
  { isInstalled, isDenied }: { isInstalled: boolean; isDenied: boolean },
  machine: Machine,
): readonly string[] {
  if (machine.platform === 'darwin') {
    return isInstalled ? ['open -a Docker'] : ['brew install colima docker', 'colima start']
  }
  if (machine.platform === 'win32') return isInstalled ? [] : ['winget install Docker.DockerDesktop']
  if (!isInstalled) return install(machine, name === 'docker' ? 'docker.io' : 'podman')
  if (isDenied) return ['sudo usermod -aG docker "$USER"', 'newgrp docker']
  return name === 'docker' ? ['sudo systemctl start docker'] : []
}
