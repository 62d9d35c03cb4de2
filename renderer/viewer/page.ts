import { escapeHtml } from '#shared/html/escape.ts'
import type { Picture } from './picture.ts'

/** CSP source for one script or style: the hash of its text. */
export async function hashSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

/** The colours as CSS variables. */
const colours = ({ palette }: Picture): string => {
  const { surface, ground, sunken, line, text, quiet, accent, font } = palette
  const named = { surface, ground, sunken, line, text, quiet, accent, font }
  return `:root{${Object.entries(named)
    .map(([name, value]) => `--${name}:${value.replaceAll(/[<>{}]/g, '')}`)
    .join(';')}}`
}

/**
 * A self-contained page showing a picture, also from a file: no external requests, and a CSP that allows only
 * its script and style.
 */
export async function pageOf(picture: Picture, viewer: { script: string; style: string }): Promise<string> {
  const style = colours(picture) + viewer.style
  // A data block is not executed; its content must not close the element.
  const data = JSON.stringify(picture).replaceAll('<', '\\u003c')
  const policy = `default-src 'none'; script-src ${await hashSource(viewer.script)}; style-src ${await hashSource(style)}; base-uri 'none'; form-action 'none'`
  return [
    `<!doctype html><html lang="${escapeHtml(picture.language)}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(picture.title)}</title><style>${style}</style></head><body>`,
    `<script type="application/json" id="picture">${data}</script>`,
    `<script>${viewer.script}</script></body></html>`,
  ].join('')
}
