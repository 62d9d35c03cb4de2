import canvasStyles from './canvas.module.css'
import { ICON_PATHS } from '../scene/icons.ts'
import { domainHue, kindFacts, missingKind } from '../scene/kinds.ts'

interface KindIconProps {
  readonly kind: string
  readonly missing?: boolean
  readonly hue?: number
}

/** The colour of a domain, as boxes and cards wear it. */
export function DomainSwatch({ domain }: { readonly domain: string }) {
  const hue = domainHue(domain)
  return (
    <svg className={canvasStyles['canvas']} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <rect
        x="2.5"
        y="2.5"
        width="11"
        height="11"
        rx="3"
        fill={`var(--graph-tint-${hue})`}
        stroke={`var(--graph-line-${hue})`}
        strokeWidth="1.4"
      />
    </svg>
  )
}

/** The icon of a kind, as the canvas draws it. */
export function KindIcon({ kind, missing = false, hue }: KindIconProps) {
  const facts = missing ? missingKind : kindFacts(kind)
  return (
    <svg className={canvasStyles['canvas']} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={ICON_PATHS[facts.icon]}
        fill="none"
        stroke={`var(--graph-${hue ?? facts.hue})`}
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
