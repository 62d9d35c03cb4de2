import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ProbeOptions, tryNamespaces } from '../bubblewrap/probe.ts'
import type { NamespaceRuntime } from '../bubblewrap/runtime.ts'
import { findTool, findTools } from '../bubblewrap/tools.ts'
import { RuntimeFailure } from '../runtime.ts'
import { guardWords } from './guard.ts'
import { LOOPBACK_PROGRAMS, PROGRAMS, utilLinuxWay } from './way.ts'

/** Tries util-linux alone out on this machine. @throws RuntimeFailure that says what is missing and how to get it */
export async function probeNamespaces(options: ProbeOptions): Promise<NamespaceRuntime> {
  if (process.platform !== 'linux') throw new RuntimeFailure('namespaces need Linux')
  const programs = findTools(PROGRAMS)
  const version = (await promisify(execFile)(programs.unshare, ['--version'])).stdout.trim().split(' ').at(-1)
  const loopback = LOOPBACK_PROGRAMS.find((name) => findTool(name))
  const missing = ['Only this machine’s own system: imported images need bubblewrap or a container engine.']
  if (loopback === undefined) {
    const wanted = LOOPBACK_PROGRAMS.join(', ')
    missing.push(
      `None of ${wanted} is here to give a sandbox a network of its own: it shares this machine’s.`,
    )
  }
  const attempt = (guard: readonly string[], unguarded: readonly string[]) =>
    tryNamespaces(options, utilLinuxWay({ programs, loopback, guard }), {
      name: 'namespaces',
      version: version ?? '',
      abilities: loopback === undefined ? [] : ['network'],
      networks: loopback === undefined ? ['shared', 'none'] : ['own', 'shared', 'none', 'allow'],
      missing: [...missing, ...unguarded],
    })
  const guard = guardWords()
  const guarded = guard && (await attempt(guard, []).catch(() => undefined))
  return guarded ?? attempt([], [UNGUARDED])
}

const UNGUARDED =
  'No system call filter and no keyring for each sandbox: they need bubblewrap, or Perl or Python on this machine.'
