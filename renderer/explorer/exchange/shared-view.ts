import { type SharedView, sharedViewSchema } from '#shared/documents/explorer.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { fromBase64, toBase64 } from '../../app/base64.ts'
import { linkToPlace } from '../../app/links.ts'
import { text } from '../../i18n/text.ts'

/**
 * Maximum characters of a view in a link: mail programs truncate longer links, and the desktop app refuses
 * them.
 */
const MAX_LINK_CHARACTERS = 24_000
/** Maximum size of a view to read, in bytes; one with 20,000 nodes has three million. */
export const MAX_VIEW_BYTES = 16_000_000
/** Maximum coordinate in world units; no layout comes near it. */
const MAX_DISTANCE = 10_000_000

const refused = (code: string, message: string, hint: string): WorkbenchError =>
  new WorkbenchError({ code, message, hint })

const broken = (): WorkbenchError =>
  refused('VIEW_UNREADABLE', text('explorer.views.broken'), text('explorer.views.brokenHint'))

/** Serialises a view to the text of an `.orrery` file, dropping members that do not belong to it. */
export const viewFile = (view: SharedView): string => `${JSON.stringify(sharedViewSchema.parse(view))}\n`

/** Parses the output of {@link viewFile}. @throws WorkbenchError `VIEW_UNREADABLE` or `VIEW_NEWER` */
export function readViewFile(content: string): SharedView {
  if (content.length > MAX_VIEW_BYTES) throw broken()
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw broken()
  }
  const { orrery, version } = (value ?? {}) as { orrery?: unknown; version?: unknown }
  if (orrery === 'view' && typeof version === 'number' && version > 1)
    throw refused('VIEW_NEWER', text('explorer.views.newer'), text('explorer.views.newerHint'))
  const parsed = sharedViewSchema.safeParse(value)
  if (!parsed.success) throw broken()
  const { positions, pins, ways = [] } = parsed.data.look
  const far = (at: number): boolean => !(Math.abs(at) <= MAX_DISTANCE)
  const places = [...positions, ...ways].map(([, ...place]) => place)
  if ([...places, ...Object.values(pins)].some((place) => place.some(far))) throw broken()
  return parsed.data
}

/**
 * Pipes bytes through a (de)compression stream. @throws WorkbenchError `VIEW_UNREADABLE` if the output
 * exceeds the maximum view size
 */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transformation: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = new Blob([bytes]).stream().pipeThrough(transformation).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer())
    length += value.length
    if (length > MAX_VIEW_BYTES) {
      await reader.cancel()
      throw broken()
    }
    parts.push(value)
  }
}

async function packed(view: SharedView): Promise<string> {
  const bytes = await through(new TextEncoder().encode(viewFile(view)), new CompressionStream('deflate-raw'))
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Creates a link that opens the view. If it is too long, routes are omitted, then positions, which a layout can restore;
 * pins stay.
 * @throws WorkbenchError `VIEW_TOO_LARGE` if it is still too long
 */
export async function linkOfView(view: SharedView): Promise<string> {
  const plain: SharedView = { ...view, look: { ...view.look, ways: undefined } }
  const loose: SharedView = { ...plain, look: { ...plain.look, positions: [] } }
  // A topology's entities are identified by its positions, so those are not dropped.
  for (const candidate of view.tab === 'model' ? [view, plain, loose] : [view, plain]) {
    const code = await packed(candidate)
    if (code.length <= MAX_LINK_CHARACTERS) return linkToPlace('explorer', ['view', code])
  }
  throw refused('VIEW_TOO_LARGE', text('explorer.views.tooLarge'), text('explorer.views.tooLargeHint'))
}

/** Parses the payload created by {@link linkOfView}. @throws WorkbenchError as {@link readViewFile} */
export async function readViewCode(code: string): Promise<SharedView> {
  let bytes: Uint8Array
  try {
    const base64 = code.replaceAll('-', '+').replaceAll('_', '/')
    bytes = await through(fromBase64(base64), new DecompressionStream('deflate-raw'))
  } catch (error) {
    if (error instanceof WorkbenchError) throw error
    throw broken()
  }
  return readViewFile(new TextDecoder().decode(bytes))
}
