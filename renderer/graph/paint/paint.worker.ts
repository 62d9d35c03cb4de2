import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { Camera, Size } from '../scene/camera.ts'
import { emptyScene, type Palette, type Scene, type SceneTable } from '../scene/scene.ts'
import { FittedText } from './fitted-text.ts'
import { paintCaption, withCaption } from './caption.ts'
import { type LeftOff, paint } from './paint.ts'
import type { PaintTable } from './item-job.ts'

export type ToPainter =
  | { readonly type: 'table'; readonly table: SceneTable }
  | { readonly type: 'scene'; readonly scene: Scene }
  | { readonly type: 'palette'; readonly palette: Palette }
  | {
      readonly type: 'paint'
      readonly camera: Camera
      readonly size: Size
      readonly beyond: Size
      readonly ratio: number
      readonly textScale: number
      /** How many scenes there have been. */
      readonly scenes: number
    }
  | {
      readonly type: 'picture'
      readonly id: number
      readonly camera: Camera
      readonly size: Size
      readonly ratio: number
      readonly textScale: number
      readonly transparent: boolean
      /** What the picture shows, written below it. */
      readonly caption: string
    }

export type FromPainter =
  | {
      readonly type: 'painted'
      readonly bitmap: ImageBitmap
      readonly camera: Camera
      readonly size: Size
      readonly leftOff: LeftOff
      /** Number of items of the painted scene. */
      readonly items: number
      /** Which scene it is. */
      readonly scenes: number
      /** Painting time in milliseconds. */
      readonly milliseconds: number
    }
  | { readonly type: 'picture'; readonly id: number; readonly blob: Blob }

const split = (text: string): string[] => text.split('\n')

const fitted = new FittedText()
const surface = new OffscreenCanvas(1, 1)
let table: PaintTable = { labels: [], details: [], icons: new Uint8Array(), shapes: new Uint8Array() }
let scene: Scene = emptyScene
let edgeLabels: readonly string[] = []
let palette: Palette | undefined

const reply = (message: FromPainter, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer })

function paintView(job: Extract<ToPainter, { type: 'paint' }>): void {
  const { camera, size, ratio, scenes } = job
  if (!palette) return
  const started = performance.now()
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
  if (surface.width !== width || surface.height !== height) {
    surface.width = width
    surface.height = height
  }
  const context = surface.getContext('2d', { alpha: false })
  if (!context) return
  const leftOff = paint(context, { ...job, scene, table, edgeLabels, palette, fitted })
  const bitmap = surface.transferToImageBitmap()
  const milliseconds = performance.now() - started
  const { count: items } = scene
  reply({ type: 'painted', bitmap, camera, size, leftOff, items, scenes, milliseconds }, [bitmap])
}

async function takePicture(job: Extract<ToPainter, { type: 'picture' }>): Promise<void> {
  const { ratio, caption, transparent } = job
  const size = withCaption(job.size, caption)
  const canvas = new OffscreenCanvas(Math.round(size.width * ratio), Math.round(size.height * ratio))
  const context = canvas.getContext('2d')
  if (!context || !palette) return
  paint(context, { ...job, scene, table, edgeLabels, palette, fitted })
  if (!transparent && caption !== '') {
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.fillStyle = palette.ground
    context.fillRect(0, job.size.height, size.width, size.height - job.size.height)
  }
  paintCaption(context, caption, palette, size, ratio)
  reply({ type: 'picture', id: job.id, blob: await canvas.convertToBlob({ type: 'image/png' }) })
}

const fontLoaded = loadWorkerFont()

self.addEventListener('message', async ({ data }: MessageEvent<ToPainter>) => {
  // Truncated names are measured once, so wait for the font.
  await fontLoaded
  if (data.type === 'table') {
    const { labels, details, icons, shapes } = data.table
    table = { labels: split(labels), details: split(details), icons, shapes }
  } else if (data.type === 'scene') {
    scene = data.scene
    edgeLabels = split(scene.edgeLabels)
  } else if (data.type === 'palette') palette = data.palette
  else if (data.type === 'paint') paintView(data)
  else void takePicture(data)
})

/**
 * Loads the page's font into a worker that draws: workers do not share the page's fonts. Falls back to the
 * system font.
 */
async function loadWorkerFont(): Promise<void> {
  const font = new FontFace('Inter Variable', `url(${new URL(inter, self.location.href).href})`, {
    weight: '100 900',
  })
  ;(self as unknown as { fonts: FontFaceSet }).fonts.add(font)
  await font.load().catch(() => undefined)
}
