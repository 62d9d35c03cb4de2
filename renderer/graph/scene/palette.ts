import { DOMAIN_HUES, HUES } from './kinds.ts'
import type { Palette } from './scene.ts'

/** Resolves the theme's colours as they stand at an element; the graph's hues are defined in canvas.module.css. */
export function readPalette(element: HTMLElement): Palette {
  const probe = document.createElement('span')
  probe.style.display = 'none'
  element.append(probe)
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const each = (prefix: string, count = HUES): string[] =>
    Array.from({ length: count + 1 }, (_, hue) => colour(`--${prefix}-${hue}`))
  const palette: Palette = {
    surface: colour('--raised'),
    ground: colour('--ground'),
    sunken: colour('--sunken'),
    line: colour('--line'),
    lineStrong: colour('--line-strong'),
    text: colour('--text'),
    quiet: colour('--text-quiet'),
    faint: colour('--text-faint'),
    accent: colour('--accent'),
    good: colour('--good'),
    warning: colour('--warning'),
    bad: colour('--bad'),
    font: getComputedStyle(element).fontFamily,
    hues: each('graph'),
    tints: each('graph-tint'),
    domains: each('graph-line', DOMAIN_HUES),
  }
  probe.remove()
  return palette
}
