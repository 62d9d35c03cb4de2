import { isFields } from '#shared/json/fields.ts'
import { isLoopback } from '#shared/net/loopback.ts'
import type { AppSources } from '#shared/workbench/areas/console.ts'

/** Places of each kind that an app is given at most. */
const MAX_PLACES = 50

/** An origin as a policy writes it: nothing that could end a directive, and neither a keyword nor a whole scheme. */
const ORIGIN =
  /^(https?|wss?):\/\/(?:\*\.)?((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?)(:\d{1,5})?$/

/**
 * Whether an app may have a place that its server declared. What is not encrypted, and this machine, are for servers that run here: an
 * app from elsewhere would reach programs that listen on loopback for their user alone.
 */
function isPlace(source: string, isHere: boolean): boolean {
  const [, scheme, host = ''] = ORIGIN.exec(source) ?? []
  if (scheme === undefined) return false
  const ofThisMachine = isLoopback(host) || /(?:^|\.)localhost$/.test(host)
  if (ofThisMachine) return isHere
  // A star stands for names below one that belongs to somebody, never for all below `com`.
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
 * The policy of an app's page from the `_meta.ui.csp` of its resource: what it declares and nothing else. Frames are never let in, since
 * what they show keeps no policy of ours.
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
    // An app's form is read by its own scripts; it is sent nowhere.
    "form-action 'none'",
    `sandbox ${APP_SANDBOX}`,
  ].join('; ')
}

/** What an app's frame may do. Without an origin of its own it is a stranger to everybody: no cookies, no storage, no parent. */
export const APP_SANDBOX = 'allow-scripts allow-forms'
