import { isFields } from '#shared/json/fields.ts'
import { isLoopback } from '#shared/net/loopback.ts'
import type { AppSources } from '#shared/workbench/areas/console.ts'

/** Maximum number of sources per directive for an app. */
const MAX_PLACES = 50

/** An origin in CSP syntax. Excludes anything that could end a directive, keywords and whole schemes. */
const ORIGIN =
  /^(https?|wss?):\/\/(?:\*\.)?((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?)(:\d{1,5})?$/

/**
 * Whether an app may use a source that its server declared. Unencrypted and loopback sources are only for servers on this machine: a
 * remote app could otherwise reach programs that listen on loopback for their user.
 */
function isPlace(source: string, isHere: boolean): boolean {
  const [, scheme, host = ''] = ORIGIN.exec(source) ?? []
  if (scheme === undefined) return false
  const ofThisMachine = isLoopback(host) || /(?:^|\.)localhost$/.test(host)
  if (ofThisMachine) return isHere
  // A wildcard is allowed below a registered domain, never for a whole TLD such as `com`.
  const isWide = source.includes('*') && !host.includes('.')
  return (scheme === 'https' || scheme === 'wss') && !isWide
}

interface AppPolicy {
  /** The `Content-Security-Policy` of the app's page. */
  readonly policy: string
  readonly allowed: AppSources
  readonly refused: readonly string[]
}

/**
 * Builds the policy of an app's page from `_meta.ui.csp` of its resource: what it declares and nothing else. Frames are never allowed,
 * because their content would not be bound by this policy.
 * @param isHere whether the server runs on this machine
 */
export function policyOf(meta: unknown, isHere: boolean): AppPolicy {
  const ui = isFields(meta) && isFields(meta['ui']) ? meta['ui'] : {}
  const csp = isFields(ui['csp']) ? ui['csp'] : {}
  const refused: string[] = []
  const places = (name: string): string[] => {
    const declared = Array.isArray(csp[name]) ? csp[name] : []
    return declared.flatMap((each: unknown) => {
      const source = String(each).toLowerCase().replace(/\/$/, '')
      if (typeof each === 'string' && isPlace(source, isHere)) return [source]
      refused.push(String(each).slice(0, 200))
      return []
    })
  }
  const few = (sources: string[]): string[] => {
    refused.push(...sources.slice(MAX_PLACES))
    return sources.slice(0, MAX_PLACES)
  }
  const allowed = {
    connectDomains: few(places('connectDomains')),
    resourceDomains: few(places('resourceDomains')),
    baseUriDomains: few(places('baseUriDomains')),
  }
  refused.push(...(Array.isArray(csp['frameDomains']) ? csp['frameDomains'].map(String) : []))
  return { policy: policyText(allowed), allowed, refused: refused.slice(0, MAX_PLACES) }
}

function policyText({ connectDomains, resourceDomains, baseUriDomains }: AppSources): string {
  const orNone = (sources: readonly string[]): string => sources.join(' ') || "'none'"
  const resources = ['', ...resourceDomains].join(' ')
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline'${resources}`,
    `style-src 'unsafe-inline'${resources}`,
    `img-src data: blob:${resources}`,
    `media-src data: blob:${resources}`,
    `font-src data:${resources}`,
    `connect-src ${orNone(connectDomains)}`,
    `base-uri ${orNone(baseUriDomains)}`,
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    // An app reads its forms with its own scripts; they are not submitted anywhere.
    "form-action 'none'",
    `sandbox ${APP_SANDBOX}`,
  ].join('; ')
}

/** The app frame's sandbox flags. With an opaque origin it has no cookies, no storage and no access to its parent. */
export const APP_SANDBOX = 'allow-scripts allow-forms'
