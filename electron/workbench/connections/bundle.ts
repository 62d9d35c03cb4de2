import { createHash } from 'node:crypto'
import { access, chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { z } from 'zod'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** Maximum unpacked size; memory is allocated only for the sizes that the zip index declares. */
const MAX_UNPACKED = 512 * 1024 * 1024
const MAX_FILES = 50_000
const MAX_MANIFEST = 1024 * 1024

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
const configSchema = z.looseObject({
  title: z.string().optional(),
  description: z.string().default(''),
  required: z.boolean().default(false),
  default: value.optional(),
})
const launchSchema = z.looseObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
})
/** The part of a manifest (github.com/modelcontextprotocol/mcpb) that is needed to run its server. */
const manifestSchema = z.looseObject({
  name: z.string().trim().min(1).max(80),
  server: z.looseObject({
    mcp_config: launchSchema.extend({
      platform_overrides: z.record(z.string(), launchSchema.partial()).default({}),
    }),
  }),
  user_config: z.record(z.string(), configSchema).default({}),
})
type Manifest = z.infer<typeof manifestSchema>

/** A bundled server: how to run it once it is unpacked, and the settings that the user has to provide. */
export interface BundledServer {
  readonly name: string
  readonly definition: {
    readonly command: string
    readonly args: string[]
    readonly env: Record<string, string>
  }
  readonly inputs: readonly { readonly id: string; readonly description: string }[]
}

/** Unpacks the files of a bundle for which `wanted` holds. @throws WorkbenchError BUNDLE_… */
function unpacked(bytes: Uint8Array, wanted: (path: string) => boolean): Record<string, Uint8Array> {
  let size = 0
  let count = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || !wanted(name)) return false
        size += originalSize
        if (size > MAX_UNPACKED || ++count > MAX_FILES)
          throw workbenchError('BUNDLE_LARGE', { megabytes: MAX_UNPACKED / 1024 / 1024 })
        return true
      },
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'BUNDLE_LARGE') throw error
    throw workbenchError('BUNDLE_BROKEN', {}, { cause: error })
  }
}

function manifestOf(bytes: Uint8Array): Manifest {
  const { 'manifest.json': file } = unpacked(bytes, (path) => path === 'manifest.json')
  if (!file || file.length > MAX_MANIFEST) throw workbenchError('BUNDLE_NO_MANIFEST')
  try {
    return manifestSchema.parse(JSON.parse(Buffer.from(file).toString('utf8')))
  } catch (error) {
    throw workbenchError('BUNDLE_NO_MANIFEST', {}, { cause: error })
  }
}

/** The folder of a bundle, named by its content hash. */
export const bundleFolder = (folder: string, bytes: Uint8Array): string =>
  join(folder, createHash('sha256').update(bytes).digest('hex').slice(0, 16))

/** Returns how the bundle would run from `folder`. Writes nothing. @throws WorkbenchError BUNDLE_… */
export function readBundle(
  bytes: Uint8Array,
  folder: string,
  platform: NodeJS.Platform = process.platform,
): BundledServer {
  const { name, server, user_config: userConfig } = manifestOf(bytes)
  const { platform_overrides: overrides, ...usual } = server.mcp_config
  const own = Object.hasOwn(overrides, platform) ? overrides[platform] : undefined
  const { command, args, env } = { ...usual, ...own, env: { ...usual.env, ...own?.env } }
  const inputs = new Map<string, { id: string; description: string }>()

  /** The values of a user setting; undefined for an optional one without a value. */
  const setting = (key: string): readonly string[] | undefined => {
    const config = Object.hasOwn(userConfig, key) ? userConfig[key] : undefined
    if (config?.default !== undefined) return [config.default].flat().map((one) => place(String(one)))
    if (config?.required !== true) return undefined
    const id = `${name}.${key}`.replaceAll(/[^\w.-]/g, '-').slice(0, 80)
    inputs.set(key, { id, description: config.description || (config.title ?? key) })
    return [`\${input:${id}}`]
  }
  const place = (text: string): string =>
    text.replaceAll(
      /\$\{(__dirname|HOME|DESKTOP|DOCUMENTS|DOWNLOADS|\/|pathSeparator)\}/g,
      (_, key: string) => {
        if (key === '__dirname') return bundleFolder(folder, bytes)
        const known = { HOME: '', DESKTOP: '/Desktop', DOCUMENTS: '/Documents', DOWNLOADS: '/Downloads' }
        return key in known ? `\${userHome}${known[key as keyof typeof known]}` : '/'
      },
    )
  /** Fills settings into a text; undefined if one has no value. A list becomes several arguments. */
  const filled = (text: string): readonly string[] => {
    const [, alone] = /^\$\{user_config\.([^}]+)\}$/.exec(text) ?? []
    if (alone !== undefined) return setting(alone) ?? []
    let isWhole = true
    const done = text.replaceAll(/\$\{user_config\.([^}]+)\}/g, (_, key: string) => {
      const given = setting(key)
      isWhole &&= given !== undefined
      return (given ?? []).join(',')
    })
    return isWhole ? [place(done)] : []
  }
  return {
    name,
    definition: {
      command: place(command),
      args: args.flatMap(filled),
      env: Object.fromEntries(
        Object.entries(env).flatMap(([key, text]) => {
          const words = filled(text)
          return words.length === 0 ? [] : [[key, words.join(',')] as const]
        }),
      ),
    },
    inputs: [...inputs.values()],
  }
}

/** Whether a path stays below its folder, on any operating system. */
const isBelow = (path: string): boolean =>
  !/^[/\\]|^[A-Za-z]:|\\|\0/.test(path) && !path.split('/').some((part) => part === '..' || part === '.')

/**
 * Unpacks a bundle into the folder that {@link readBundle} assumed, unless it exists. @throws WorkbenchError
 * BUNDLE_…
 */
export async function unpackBundle(bytes: Uint8Array, folder: string): Promise<void> {
  const target = bundleFolder(folder, bytes)
  const isThere = await access(target).then(
    () => true,
    () => false,
  )
  if (isThere) return
  const files = Object.entries(unpacked(bytes, () => true))
  const outside = files.find(([path]) => !isBelow(path))
  if (outside) throw workbenchError('BUNDLE_OUTSIDE', { path: outside[0] })
  // Renamed when complete, so that the folder appears atomically.
  const part = `${target}.part`
  await rm(part, { recursive: true, force: true })
  for (const [path, content] of files) {
    const file = join(part, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    // A zip from another system has no executable bits; nothing runs without the user's consent.
    await chmod(file, 0o755)
  }
  await rename(part, target)
}

/** Where bundles are unpacked. */
export const bundlesIn = (dataFolder: string): string => join(dataFolder, 'bundles')

/**
 * Deletes unpacked bundles whose connection was removed. Done at startup, because a removal can be undone until then. Bundles that the
 * file mentions are retained, even in invalid entries; without a file, all are.
 */
export async function sweepBundles(folder: string, connectionFile: string): Promise<void> {
  const [names, text] = await Promise.all([
    readdir(folder).catch(() => []),
    readFile(connectionFile, 'utf8').catch(() => undefined),
  ])
  if (text === undefined) return
  const left = names.filter((name) => /^[\da-f]{16}(?:\.part)?$/.test(name) && !text.includes(name))
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}
