import { readFile } from 'node:fs/promises'
import { screen, type BrowserWindow, type Rectangle } from 'electron'
import { z } from 'zod'
import { writeAtomically } from '../workbench/store/atomic-file.ts'

const saved = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400),
  height: z.number().int().min(300),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof saved>

/** Milliseconds after the last move before the place is written down. */
const SETTLE = 400

/** The place the window had, when it still lies on a screen. */
export async function readWindowState(file: string): Promise<WindowState | undefined> {
  try {
    const state = saved.parse(JSON.parse(await readFile(file, 'utf8')))
    return isOnScreen(state) ? state : undefined
  } catch {
    return undefined
  }
}

/** Keeps the file up to date with the window. */
export function rememberWindowState(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined
  const write = (): void => {
    if (window.isDestroyed()) return
    const state: WindowState = { ...window.getNormalBounds(), maximized: window.isMaximized() }
    void writeAtomically(file, `${JSON.stringify(state)}\n`)
  }
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(write, SETTLE)
  }
  window.on('resize', later)
  window.on('move', later)
  window.on('close', write)
}

function isOnScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const right = Math.min(bounds.x + bounds.width, workArea.x + workArea.width)
    const bottom = Math.min(bounds.y + bounds.height, workArea.y + workArea.height)
    return right - Math.max(bounds.x, workArea.x) > 100 && bottom - Math.max(bounds.y, workArea.y) > 100
  })
}
