import { DOMAIN_HUES, HUES, isPale } from './kinds.ts'
import type { Palette } from './scene.ts'

/** The theme's colours by hue index: 0 is neutral, 9 is storage, 10 is for unlisted kinds. */
const KINDS =
  'text-quiet kind-1 kind-2 kind-3 kind-4 kind-5 kind-6 kind-7 text-quiet kind-8 text-faint'.split(' ')

/** Steps of the heat scale, which shows a number as colour. */
export const HEATS = 9

/** Hue index of a heat step, after those of kinds. */
export const heatHue = (step: number): number => HUES + 1 + step

/** What a state says: the theme's colours for it, whose hue indices are after the heat scale. */
const STATES = ['good', 'warning', 'bad'] as const
const LAST_HUE = HUES + HEATS + STATES.length

/** Hue index of what a state says. */
export const stateHue = (tone: (typeof STATES)[number]): number => HUES + HEATS + 1 + STATES.indexOf(tone)

/** CSS colour of a kind's hue, of a heat step, or of a state. */
export const kindColour = (hue: number): string =>
  hue <= HUES
    ? `var(--${KINDS[hue] ?? 'text-quiet'})`
    : hue > HUES + HEATS
      ? `var(--${STATES[hue - HUES - HEATS - 1] ?? 'text-quiet'})`
      : `color-mix(in oklab, var(--text-faint), var(--bad) ${Math.round(((hue - HUES) * 100) / HEATS)}%)`

/** Background of a card coloured by a rule, pale enough for its name. */
export const cardGround = (hue: number): string =>
  hue <= HUES || hue > HUES + HEATS
    ? `color-mix(in oklab, var(--raised) 80%, ${kindColour(hue)})`
    : `color-mix(in oklab, var(--raised), var(--bad) ${5 * (hue - HUES)}%)`

/** A domain's colour, of eight. */
const domainColour = (hue: number): string =>
  hue === 0 ? 'var(--sunken)' : `var(--domain-${((hue - 1) % 8) + 1})`

/** Background of a domain. White would read as another state than the full colours. */
export const domainGround = (hue: number): string =>
  isPale(hue) ? `color-mix(in oklab, var(--raised) 60%, ${domainColour(hue)})` : domainColour(hue)

/** Lightness of each domain's outline: similar hues differ in it, so that they are told apart with any eyes. */
const LINES = [0.63, 0.5, 0.567, 0.502, 0.66, 0.582, 0.675, 0.645]

/** Outline of a domain: the hue of its background. */
export const domainLine = (hue: number): string =>
  hue === 0 ? 'var(--text-quiet)' : `oklch(from ${domainColour(hue)} ${LINES[(hue - 1) % 8]} 0.13 h)`

/** Resolves the theme's colours at an element. */
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
    isContrast: document.documentElement.dataset['theme'] === 'contrast',
    hues: each(kindColour, LAST_HUE),
    grounds: each(cardGround, LAST_HUE),
    tints: each(domainGround, DOMAIN_HUES),
    domains: each(domainLine, DOMAIN_HUES),
  }
  probe.remove()
  return palette
}
