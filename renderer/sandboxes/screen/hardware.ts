import { WebglAddon } from '@xterm/addon-webgl'
import type { Terminal } from '@xterm/xterm'

/** Names of renderers that draw on the processor: there WebGL opens ten times slower and paints no faster (docs/measurements.md#terminals). */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

let hardware: boolean | undefined

function hasHardware(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return false
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER))
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return !SOFTWARE.test(name)
}

/** Draws with WebGL where a real graphics processor does it; a lost context falls back to the DOM by itself. */
export function addHardwareRenderer(term: Terminal): void {
  hardware ??= hasHardware()
  if (!hardware) return
  const addon = new WebglAddon()
  addon.onContextLoss(() => addon.dispose())
  term.loadAddon(addon)
}
