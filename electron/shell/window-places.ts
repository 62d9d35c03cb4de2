import { readFile } from 'node:fs/promises'
import { screen, type BrowserWindow, type Rectangle } from 'electron'
import { z } from 'zod'
import { writeAtomically } from '../node/atomic-file.ts'

const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400),
  height: z.number().int().min(300),
  maximized: z.boolean(),
  /** The bench that it showed. */
  bench: z
    .string()
    .regex(/^[a-z]{1,40}$/)
    .optional(),
})
/** Where a window was and what it showed. */
export type WindowPlace = z.infer<typeof placeSchema>

/** Pixels of a window that must lie on a screen for it to be found there. */
const VISIBLE = 100

/** The places that were kept, of those windows that still lie on a screen. */
export async function readPlaces(file: string): Promise<WindowPlace[]> {
  try {
    return z
      .array(placeSchema)
      .max(20)
      .parse(JSON.parse(await readFile(file, 'utf8')))
      .filter(isOnScreen)
  } catch {
    return []
  }
}

export async function writePlaces(file: string, places: readonly WindowPlace[]): Promise<void> {
  await writeAtomically(file, `${JSON.stringify(places, null, 2)}\n`)
}

export function placeOf(window: BrowserWindow): WindowPlace {
  const bench = /#\/([a-z]{1,40})/.exec(window.webContents.getURL())?.[1]
  return {
    ...window.getNormalBounds(),
    maximized: window.isMaximized(),
    ...(bench === undefined ? {} : { bench }),
  }
}

function isOnScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const right = Math.min(bounds.x + bounds.width, workArea.x + workArea.width)
    const bottom = Math.min(bounds.y + bounds.height, workArea.y + workArea.height)
    return (
      right - Math.max(bounds.x, workArea.x) > VISIBLE && bottom - Math.max(bounds.y, workArea.y) > VISIBLE
    )
  })
}
