import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url'
import { fontFace, uiFontFace } from '../../app/font-face.ts'

/** Our tokens by the variables that MCP Apps standardises (specification of 2026-01-26, "Theming"). */
const VARIABLES = {
  '--color-background-primary': '--surface',
  '--color-background-secondary': '--ground',
  '--color-background-tertiary': '--sunken',
  '--color-background-danger': '--bad-ground',
  '--color-background-success': '--good-ground',
  '--color-background-warning': '--warning-ground',
  '--color-text-primary': '--text',
  '--color-text-secondary': '--text-quiet',
  '--color-text-tertiary': '--text-faint',
  '--color-text-info': '--info',
  '--color-text-danger': '--bad',
  '--color-text-success': '--good',
  '--color-text-warning': '--warning',
  '--color-border-primary': '--line',
  '--color-border-secondary': '--line-strong',
  '--color-ring-primary': '--accent',
  '--font-sans': '--font-ui',
  '--font-mono': '--font-mono',
  '--border-radius-sm': '--radius-small',
  '--border-radius-md': '--radius-small',
  '--border-radius-lg': '--radius',
} as const

/** The current theme for an app. */
export function hostVariables(): Readonly<Record<string, string>> {
  const tokens = getComputedStyle(document.documentElement)
  return Object.fromEntries(
    Object.entries(VARIABLES).map(([name, token]) => [name, tokens.getPropertyValue(token).trim()]),
  )
}

let faces: Promise<string> | undefined

/** Our fonts as rules with the files in them: an app's policy lets it fetch nothing from here. */
export function hostFonts(): Promise<string> {
  faces ??= Promise.all([uiFontFace(), fontFace('JetBrains Mono Variable', mono)])
    .then((all) => all.join(''))
    .catch(() => {
      faces = undefined
      return ''
    })
  return faces
}
