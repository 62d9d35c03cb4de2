import { create } from 'zustand'

/** Px of the root's text at the usual size; the type scale and all heights are in rem. */
const USUAL_ROOT_PX = 16

const useScale = create<{ readonly scale: number }>(() => ({ scale: 1 }))

/** Makes all text `scale` times as large as usual, and with it every height. */
export function setTextScale(scale: number): void {
  document.documentElement.style.fontSize = `${USUAL_ROOT_PX * scale}px`
  useScale.setState({ scale })
}

/** How many times as large as usual text is: for heights that scripts count in px. */
export const useTextScale = (): number => useScale((state) => state.scale)

/** The same for what is drawn and not laid out: a canvas, a terminal. */
export const textScale = (): number => useScale.getState().scale

/** Calls the listener when text grows or shrinks; returns the way to stop that. */
export const onTextScale = (listener: (scale: number, before: number) => void): (() => void) =>
  useScale.subscribe(({ scale }, { scale: before }) => scale !== before && listener(scale, before))
