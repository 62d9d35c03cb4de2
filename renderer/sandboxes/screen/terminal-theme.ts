import type { ITheme } from '@xterm/xterm'

/**
 * The sixteen ANSI colours. They are not design tokens: tokens name roles, programs name hues. Each has a
 * contrast of 4.5 : 1 on its background; xterm's `minimumContrastRatio` handles combinations.
 */
const LIGHT =
  '#1b2130 #b3261e #14703a #7a5200 #2f4fc7 #8a3a9b #0b6285 #566074 #626b7d #c4332a #1a8446 #8a5d00 #3f5bd9 #a04bb3 #0e779f #3a4356'.split(
    ' ',
  )
const DARK =
  '#3b4458 #ff8f86 #6fd693 #f0b95a #8ea4ff #d79cf0 #6cc4ea #e4e8f1 #8e98ad #ffada6 #93e6b0 #f7d08b #b2c0ff #e6bdf7 #97d8f3 #ffffff'.split(
    ' ',
  )

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/** Resolves a token to `#rrggbb`, as xterm needs it; tokens may depend on the theme. */
export function tokenColour(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const [red = 0, green = 0, blue = 0] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
  probe.remove()
  return `#${(2 ** 24 + red * 2 ** 16 + green * 2 ** 8 + blue).toString(16).slice(1)}`
}

/** The page's tokens as an xterm theme; recomputed on theme changes. */
export function terminalTheme(): ITheme {
  const palette = document.documentElement.dataset['theme'] === 'light' ? LIGHT : DARK
  const bright = (name: string): string => `bright${name[0]?.toUpperCase()}${name.slice(1)}`
  return {
    background: tokenColour('--surface'),
    foreground: tokenColour('--text'),
    cursor: tokenColour('--accent'),
    overviewRulerBorder: tokenColour('--surface'),
    selectionBackground: `${tokenColour('--accent')}55`,
    scrollbarSliderBackground: `${tokenColour('--line-strong')}66`,
    ...Object.fromEntries(
      NAMES.flatMap((name, index) => [
        [name, palette[index]],
        [bright(name), palette[index + 8]],
      ]),
    ),
  }
}

/** Font size of code in px, which scales with all other text. */
export function codeSize(): number {
  const root = getComputedStyle(document.documentElement)
  return parseFloat(root.getPropertyValue('--text-mono')) * parseFloat(root.fontSize)
}

/** Calls back when the theme or the text size changes. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
  return () => observer.disconnect()
}
