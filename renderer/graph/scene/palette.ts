import { DOMAIN_HUES, HUES } from './kinds.ts'
import type { Palette } from './scene.ts'

/** The theme's colours of the kinds' hues: 0 is neutral, storage is 9, what the model invented is 10. */
const KINDS =
  'text-quiet kind-1 kind-2 kind-3 kind-4 kind-5 kind-6 kind-7 text-quiet kind-8 text-faint'.split(' ')

/** Steps of the scale that shows a number by colour. */
export const HEATS = 9

/** The hue of a step of that scale; those behind the hues of kinds. */
export const heatHue = (step: number): number => HUES + 1 + step

/** The colour that a kind wears, as styles have it, or that of a step of the scale. */
export const kindColour = (hue: number): string =>
  hue <= HUES
    ? `var(--${KINDS[hue] ?? 'text-quiet'})`
    : `color-mix(in oklab, var(--text-faint), var(--bad) ${Math.round(((hue - HUES) * 100) / HEATS)}%)`

/** The ground of a card that a rule coloured: pale enough for its name. */
export const cardGround = (hue: number): string =>
  hue <= HUES
    ? `color-mix(in oklab, var(--raised) 80%, ${kindColour(hue)})`
    : `color-mix(in oklab, var(--raised), var(--bad) ${5 * (hue - HUES)}%)`

/** The ground of a domain; those beyond eight begin again. */
export const domainGround = (hue: number): string =>
  hue === 0 ? 'var(--sunken)' : `var(--domain-${((hue - 1) % 8) + 1})`

/** The outline of a domain: its ground's turn, with the difference in lightness that distinguishes two of one turn made plain. */
export const domainLine = (hue: number): string => {
  const line = (middle: number): string =>
    `oklch(from ${domainGround(hue)} calc(0.6 + clamp(-0.09, (l - ${middle}) * 4, 0.09)) 0.13 h)`
  return hue === 0 ? 'var(--text-quiet)' : `light-dark(${line(0.961)}, ${line(0.257)})`
}

/** Resolves the theme's colours as they stand at an element. */
export function readPalette(element: HTMLElement): Palette {
  const probe = document.createElement('span')
  probe.style.display = 'none'
  element.append(probe)
  const resolved = (colour: string): string => {
    probe.style.color = colour
    return getComputedStyle(probe).color
  }
  const colour = (token: string): string => resolved(`var(--${token})`)
  const each = (of: (hue: number) => string, count = HUES): string[] =>
    Array.from({ length: count + 1 }, (_, hue) => resolved(of(hue)))
  const palette: Palette = {
    surface: colour('raised'),
    ground: colour('ground'),
    sunken: colour('sunken'),
    line: colour('line'),
    lineStrong: colour('line-strong'),
    text: colour('text'),
    quiet: colour('text-quiet'),
    faint: colour('text-faint'),
    accent: colour('accent'),
    good: colour('good'),
    warning: colour('warning'),
    bad: colour('bad'),
    font: getComputedStyle(element).fontFamily,
    hues: each(kindColour, HUES + HEATS),
    grounds: each(cardGround, HUES + HEATS),
    tints: each(domainGround),
    domains: each(domainLine, DOMAIN_HUES),
  }
  probe.remove()
  return palette
}
