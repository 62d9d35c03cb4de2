import { create } from 'zustand'

/** Root font size in px at the default text size; the type scale and all heights are in rem. */
const USUAL_ROOT_PX = 16

const useScale = create<{ readonly scale: number }>(() => ({ scale: 1 }))

/** Scales all text, and with it every height and icon. */
export function setTextScale(scale: number): void {
  const { style } = document.documentElement
  style.fontSize = `${USUAL_ROOT_PX * scale}px`
  style.setProperty('--text-scale', String(scale))
  useScale.setState({ scale })
}

/** Returns the text scale, for heights that scripts compute in px. */
export const useTextScale = (): number => useScale((state) => state.scale)

/** The text scale outside React, for canvases and terminals. */
export const textScale = (): number => useScale.getState().scale

/** Calls the listener on changes of the text scale; returns an unsubscribe function. */
export const onTextScale = (listener: (scale: number, before: number) => void): (() => void) =>
  useScale.subscribe(({ scale }, { scale: before }) => scale !== before && listener(scale, before))
