import { z } from 'zod'
import { PlainFailure } from './platform-error.ts'

/** What an image archive says of itself: where its layers lie in it, lowest first, and its environment. */
export interface Layout {
  readonly layers: readonly string[]
  readonly env: Record<string, string>
}

/** No manifest, index or configuration of an image is as large. */
export const MAX_JSON_BYTES = 4 * 1024 ** 2
/** As many as Docker allows. */
const MAX_LAYERS = 128
/** Indexes that point to indexes. */
const MAX_DEPTH = 4

/** Whether a layer's name is a path below the archive's root, in words that no shell or tar takes for others. */
export const isLayerPath = (path: string): boolean =>
  /^[\w.][\w./-]*$/.test(path) && !path.split('/').includes('..')

const descriptor = z.object({
  digest: z.string().regex(/^[a-z0-9]+:[0-9a-f]+$/),
  platform: z.object({ os: z.string().optional(), architecture: z.string().optional() }).optional(),
})
type Descriptor = z.infer<typeof descriptor>

const dockerManifest = z.tuple(
  [z.object({ Config: z.string().optional(), Layers: z.array(z.string()) })],
  z.unknown(),
)
const index = z.object({ manifests: z.array(descriptor) })
const manifest = z.object({ layers: z.array(descriptor), config: descriptor.optional() })
const config = z.object({ config: z.object({ Env: z.array(z.string()).nullish() }).nullish() })

const architectures: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: '386',
}

/**
 * Reads `manifest.json` (docker save) or `index.json` (OCI). `read` gives the text of a member, undefined where there is none.
 * @throws PlainFailure with what is wrong
 */
export async function readLayout(read: (path: string) => Promise<string | undefined>): Promise<Layout> {
  const json = async (path: string): Promise<unknown> => {
    if (!isLayerPath(path)) throw new PlainFailure(`the archive names a file outside of itself: ${path}`)
    const text = await read(path)
    if (text === undefined) return undefined
    if (text.length > MAX_JSON_BYTES) throw new PlainFailure(`the archive’s ${path} is larger than 4 MB`)
    try {
      return JSON.parse(text)
    } catch {
      throw new PlainFailure(`the archive’s ${path} is not JSON`)
    }
  }
  const envOf = async (path: string | undefined) => (path ? environment(await json(path)) : {})
  const docker = dockerManifest.safeParse(await json('manifest.json')).data?.[0]
  if (docker) return checked({ layers: docker.Layers, env: await envOf(docker.Config) })
  let next = chosen(index.safeParse(await json('index.json')).data)
  for (let depth = 0; depth < MAX_DEPTH && next; depth++) {
    const value = await json(blob(next))
    const found = manifest.safeParse(value).data
    if (found) {
      return checked({ layers: found.layers.map(blob), env: await envOf(found.config && blob(found.config)) })
    }
    next = chosen(index.safeParse(value).data)
  }
  throw new PlainFailure('the archive is no image: neither manifest.json nor index.json names its layers')
}

function checked(layout: Layout): Layout {
  if (layout.layers.length <= MAX_LAYERS) return layout
  throw new PlainFailure(`the image has ${layout.layers.length} layers; at most ${MAX_LAYERS} can be`)
}

/** The entry for this machine's processor, else the first. */
function chosen(found: z.infer<typeof index> | undefined): Descriptor | undefined {
  const own = architectures[process.arch] ?? process.arch
  return (
    found?.manifests.find(({ platform }) => platform?.os === 'linux' && platform.architecture === own) ??
    found?.manifests[0]
  )
}

const blob = ({ digest }: Descriptor): string => `blobs/${digest.replace(':', '/')}`

/** A variable that no process could be given is left out. */
function environment(value: unknown): Record<string, string> {
  const lines = config.safeParse(value).data?.config?.Env ?? []
  const pairs = lines
    .filter((line) => /^[^=\0]+=[^\0]*$/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  return Object.fromEntries(pairs) as Record<string, string>
}
