import { randomUUID } from 'node:crypto'
import { chmod, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PluginIsolate, PluginIsolates, PluginProgram } from '../gem/plugin-isolates.ts'
import type { IsolatePlan, ImageSource, Runtime } from '../runtime/runtime.ts'
import { removeTree } from '../runtime/trees.ts'

const LIMITS = { cpus: 2, memory: 4 * 1024 ** 3, disk: Number.POSITIVE_INFINITY, processes: 256 }
/** Larger files beside a plugin are skipped: such data should be loaded from a separate folder. */
const MAX_FILE_BYTES = 16 * 1024 ** 2
/** Folders beside a plugin that are not part of its source. */
const PASSED_OVER = new Set(['node_modules', '__pycache__', '.git', '.venv', 'venv'])

/** Sandboxes for the programs of plugins: no network, a copy of the author's folder, and the named host folders read-only. */
export async function pluginIsolates(runtime: Runtime, folder: string): Promise<PluginIsolates> {
  // Leftovers of an earlier run.
  await removeTree(folder)
  return { open: (program) => openIsolate(runtime, join(folder, randomUUID()), program) }
}

async function openIsolate(runtime: Runtime, folder: string, program: PluginProgram): Promise<PluginIsolate> {
  const image: ImageSource = { kind: 'local', layers: [], reference: 'local', env: {} }
  const { networks } = runtime.infoOf(image)
  const mode = networks.includes('none') ? 'none' : (networks[0] ?? 'none')
  const plan: IsolatePlan = {
    id: `gem-${basename(folder).slice(0, 8)}`,
    folder,
    image,
    limits: LIMITS,
    network: { mode, hosts: [] },
    mounts: program.mounts,
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isolate = await runtime.open(plan).catch(async (error: Error) => {
    await removeTree(folder)
    const hidden = program.mounts.find((path) => error.message.includes(path))
    if (hidden !== undefined)
      throw new Error(
        `A sandbox cannot read ${hidden}, where the interpreter is: choose one outside your home.`,
      )
    throw new Error(`Environments in Python need a sandbox, and none can be started: ${error.message}`)
  })
  const close = async (): Promise<void> => {
    await isolate.stop()
    await runtime.remove(plan)
  }
  try {
    const { host, inside } = isolate.control
    if (host === undefined) throw new Error('Environments in Python need sandboxes on this machine.')
    if (program.folder !== undefined) await copySource(program.folder, join(host, 'plugin'))
    for (const [name, text] of Object.entries(program.files)) await writeFile(join(host, name), text)
    const argv = program.argv.map((word) => (word.startsWith('@/') ? `${inside}${word.slice(1)}` : word))
    return { process: isolate.exec({ argv, stdin: true }), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function copySource(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    dereference: true,
    filter: async (path) => {
      const facts = await stat(path).catch(() => undefined)
      return facts !== undefined && !PASSED_OVER.has(basename(path)) && facts.size <= MAX_FILE_BYTES
    },
  })
  await makeReadable(to)
}

/** The user inside may differ from the owner of these files. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}
