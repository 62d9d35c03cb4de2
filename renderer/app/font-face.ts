import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { toBase64 } from './base64.ts'

/** A font as a rule with the file in it, for what may fetch nothing from here. */
export async function fontFace(family: string, address: string): Promise<string> {
  const file = await fetch(address)
  const data = toBase64(new Uint8Array(await file.arrayBuffer()))
  return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${data}) format('woff2')}`
}

/** The font of the interface. */
export const uiFontFace = (): Promise<string> => fontFace('Inter Variable', inter)
