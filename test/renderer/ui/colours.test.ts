import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CHOSEN_HUES, colourName } from '../../../renderer/explorer/dialogs/colour-name.ts'
import { domainLine, kindColour } from '../../../renderer/graph/scene/palette.ts'

type Triple = readonly [number, number, number]

const css = readFileSync(new URL('../../../renderer/ui/tokens.css', import.meta.url), 'utf8')

/** The tokens of a theme, by name. */
function tokensOf(theme: string): Map<string, string> {
  const block = css.split(theme === 'contrast' ? `:root[data-theme='contrast'] {` : 'color-scheme: light;')[1]
  const tokens = block?.split('}')[0]?.matchAll(/--([\w-]+): (?:light-dark\((.+), (.+)\)|([^;]+));/g) ?? []
  return new Map(
    [...tokens].map(([, name = '', light, dark, both = '']) => [
      name,
      (theme === 'dark' ? dark : light) ?? both,
    ]),
  )
}

// Matrices: Björn Ottosson, "A perceptual color space for image processing" (2020).
function linearOf(value: string): Triple {
  const hex = /^#(..)(..)(..)$/.exec(value)
  if (hex) {
    const [r = 0, g = 0, b = 0] = hex.slice(1).map((part) => {
      const c = parseInt(part, 16) / 255
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
    })
    return [r, g, b]
  }
  const [lightness = 0, chroma = 0, hue = 0] = (/^oklch\((.+)\)$/.exec(value)?.[1] ?? '')
    .split(' ')
    .map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function labOf([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/**
 * Linear colours as seen with colour vision deficiencies; severity 1.0 of Machado, Oliveira and Fernandes
 * (2009).
 */
const EYES: Readonly<Record<string, readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const seen = (matrix: readonly Triple[], [r, g, b]: Triple): Triple => {
  const [x = 0, y = 0, z = 0] = matrix.map((row) =>
    Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b)),
  )
  return [x, y, z]
}

/** The smallest OKLab distance between two of the colours, in hundredths; about 2 is just noticeable. */
function closest(colours: readonly Triple[], eyes: readonly Triple[]): number {
  const labs = colours.map((colour) => labOf(seen(eyes, colour)))
  return Math.min(
    ...labs.flatMap((one, index) =>
      labs
        .slice(index + 1)
        .map((other) => 100 * Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
    ),
  )
}

function contrast(one: Triple, other: Triple): number {
  const luminance = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

it('a domain keeps its hue in every theme, far from those of others', () => {
  const hues = ['light', 'dark', 'contrast'].map((theme) => {
    const tokens = tokensOf(theme)
    return Array.from({ length: 8 }, (_, index) => {
      const colour = /^oklch\(\S+ \S+ (\d+)\)$/.exec(tokens.get(`domain-${index + 1}`) ?? '')
      return Number(colour?.[1])
    })
  })
  expect(hues[1]).toEqual(hues[0])
  expect(hues[2]).toEqual(hues[0])
  const around = (hues[0] ?? []).toSorted((a, b) => a - b)
  for (const [place, hue] of around.entries())
    expect(((around[(place + 1) % 8] ?? 0) - hue + 360) % 360).toBeGreaterThanOrEqual(30)
})

it.each(Object.entries(EYES))('outlines of domains are told apart with %s', (_name, eyes) => {
  const lines = Array.from({ length: 8 }, (_, index) => {
    const hue = /(\d+)\)$/.exec(tokensOf('contrast').get(`domain-${index + 1}`) ?? '')?.[1] ?? ''
    const parts = /^oklch\(from \S+ (\S+) (\S+) h\)$/.exec(domainLine(index + 1))
    return linearOf(`oklch(${parts?.[1]} ${parts?.[2]} ${hue})`)
  })
  expect(closest(lines, eyes)).toBeGreaterThan(6.5)
})

describe.each(['light', 'dark', 'contrast'])('in the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const colour = (name: string): Triple => linearOf(tokens.get(name) ?? '')
  const eight = (name: string): Triple[] =>
    Array.from({ length: 8 }, (_, index) => colour(`${name}-${index + 1}`))

  it.each(Object.entries(EYES))('kinds and domains are told apart with %s', (_name, eyes) => {
    expect(closest(eight('kind'), eyes)).toBeGreaterThan(8)
    // Domains also have titles; their backgrounds are close to the page's, so that names on them are
    // readable.
    expect(closest(eight('domain'), eyes)).toBeGreaterThan(eyes === EYES['usual'] ? 3 : 1.9)
  })

  it('no domain is much lighter or darker than another', () => {
    const lightness = eight('domain').map((domain) => labOf(domain)[0])
    expect(Math.max(...lightness) - Math.min(...lightness)).toBeLessThan(0.03)
    // Nor does it sink into the ground.
    const away = lightness.map((one) => Math.abs(one - labOf(colour('ground'))[0]))
    expect(Math.min(...away)).toBeGreaterThan(0.03)
  })

  it('the border of a control stands out from what it lies on', () => {
    for (const ground of ['ground', 'surface', 'raised'].map(colour))
      expect(contrast(colour('line-strong'), ground)).toBeGreaterThan(3)
  })

  it('kinds stand out from a card, and words from every ground', () => {
    for (const kind of eight('kind')) expect(contrast(kind, colour('raised'))).toBeGreaterThan(3)
    const grounds = ['ground', 'surface', 'raised', 'sunken', 'hover', 'selected'].map(colour)
    for (const ground of [...grounds, ...eight('domain')]) {
      expect(contrast(colour('text'), ground)).toBeGreaterThan(7)
      expect(contrast(colour('text-quiet'), ground)).toBeGreaterThan(4.5)
    }
    for (const ground of grounds) expect(contrast(colour('text-faint'), ground)).toBeGreaterThan(4.5)
  })
})

it.each(['light', 'dark', 'contrast'])(
  'every colour that a rule may choose has a name of its own: %s',
  (theme) => {
    const tokens = tokensOf(theme)
    const names = CHOSEN_HUES.map((hue) => {
      const token = /--([\w-]+)/.exec(kindColour(hue))?.[1] ?? ''
      const { shade, name } = colourName(tokens.get(token) ?? '')
      return `${shade} ${name}`
    })
    expect(new Set(names).size).toBe(CHOSEN_HUES.length)
    expect(names.filter((name) => name.endsWith('grey'))).toHaveLength(1)
  },
)
