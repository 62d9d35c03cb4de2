import { ICON_PATHS } from '../scene/icons.ts'
import { domainHue, type Icon, isPale, kindFacts, missingKind } from '../scene/kinds.ts'
import { domainGround, domainLine, kindColour } from '../scene/palette.ts'

interface KindIconProps {
  readonly kind: string
  readonly missing?: boolean
  readonly hue?: number
}

/** A domain's colour, as on groups and cards. */
export function DomainSwatch({ domain }: { readonly domain: string }) {
  const hue = domainHue(domain)
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <rect
        x="2.5"
        y="2.5"
        width="11"
        height="11"
        rx="3"
        fill={domainGround(hue)}
        stroke={domainLine(hue)}
        strokeWidth={isPale(hue) ? 2.4 : 1.4}
      />
    </svg>
  )
}

/** An icon as drawn on the canvas. */
export function IconSign({ icon, hue = 0 }: { readonly icon: Icon; readonly hue?: number | undefined }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" style={{ flex: 'none' }} aria-hidden="true">
      <path
        d={ICON_PATHS[icon]}
        fill="none"
        stroke={kindColour(hue)}
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The icon of a kind. */
export function KindIcon({ kind, missing = false, hue }: KindIconProps) {
  const facts = missing ? missingKind : kindFacts(kind)
  return <IconSign icon={facts.icon} hue={hue ?? facts.hue} />
}
