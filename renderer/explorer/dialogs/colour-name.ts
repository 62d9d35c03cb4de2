/** Hues of kinds that a rule may choose: one of each colour that the theme has for them, and one of its greys. */
export const CHOSEN_HUES = [1, 2, 3, 4, 5, 6, 7, 9, 0] as const

/** Hues in degrees of OKLCH up to which a name applies; pink goes round. */
const NAMES = [
  ['pink', 20],
  ['red', 40],
  ['orange', 75],
  ['yellow', 116],
  ['green', 150],
  ['turquoise', 200],
  ['sky', 240],
  ['blue', 280],
  ['violet', 325],
  ['pink', 360],
] as const
const [DARK, LIGHT] = [0.5, 0.8]

/** What a hue of kinds is called, from its computed value in the theme; what is not given in OKLCH is a grey. */
export function colourName(css: string): { readonly shade: string; readonly name: string } {
  const [, lightness, , degrees] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)/.exec(css) ?? []
  if (lightness === undefined) return { shade: '', name: 'grey' }
  const shade = Number(lightness) < DARK ? 'dark' : Number(lightness) > LIGHT ? 'light' : ''
  return { shade, name: NAMES.find(([, most]) => Number(degrees) < most)?.[0] ?? 'pink' }
}
