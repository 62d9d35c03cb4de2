import { arch, cpus, homedir, hostname, release, totalmem, userInfo, version as systemVersion } from 'node:os'
import type { Connection, LogLine } from '#shared/workbench/areas/connections.ts'
import type { Capabilities, Notice } from '#shared/workbench/areas/host.ts'

/** Lines of each connection's log. */
const MAX_LINES = 500

export interface Diagnosed {
  readonly capabilities: Capabilities
  readonly connections: readonly (Connection & { readonly log: readonly LogLine[] })[]
  readonly notices: readonly Notice[]
  readonly settings: Readonly<Record<string, unknown>>
  /** Hides the values of kept secrets. */
  mask(text: string): string
}

/** What looks like a secret wherever it stands; kept ones are masked besides. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Token) +[\w.~+/=-]{4,}/gi, '$1 •••'],
  [/([a-z][\w+.-]*:\/\/)[^\s/@"]+@/gi, '$1•••@'],
  [
    /((?:api[_-]?key|key|token|password|passwd|secret|authorization|cookie)\w*["']?(?:=|: ?|\s)["']?)(?!•)[^\s"'&,;]+/gi,
    '$1•••',
  ],
  [/\b(?:sk|ghp|gho|github_pat|glpat|xox[abp]|AKIA|AIza)[-_]?[\w-]{12,}/g, '•••'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}\b/gi, '•••'],
]

/** A text without secrets, and without who and where the person is. */
export function redacted(text: string, person = personOf()): string {
  const hidden = SECRETS.reduce((so, [pattern, instead]) => so.replaceAll(pattern, instead), text)
  return person.reduce((so, [name, instead]) => so.replaceAll(name, instead), hidden)
}

/** The home folder, the machine and the user by name, longest first; what is short or everybody's says nothing. */
function personOf(): readonly (readonly [string, string])[] {
  const names = [
    [homedir(), '~'],
    [hostname(), 'HOST'],
    [userInfo().username, 'USER'],
  ] as const
  return names.filter(([name]) => name.length > 3 && name !== 'root' && name !== '/root')
}

/** One text for a bug report: versions, what the machine allows, how every connection is, and the ends of their logs. */
export function diagnosticsText(diagnosed: Diagnosed): string {
  const { capabilities, connections, notices, settings, mask } = diagnosed
  const { host, platform, version, secrets } = capabilities
  const told = {
    orrery: 'diagnostics',
    version: 1,
    at: new Date().toISOString(),
    app: { version, host, platform, secrets },
    machine: {
      system: `${release()} ${arch()} ${systemVersion()}`,
      processors: cpus().length,
      memoryMegabytes: Math.round(totalmem() / 2 ** 20),
      versions: process.versions,
    },
    settings,
    notices,
    connections: connections.map(({ log, ...info }) => ({
      ...info,
      log: log
        .slice(-MAX_LINES)
        .map(({ at, source, text }) => `${new Date(at).toISOString()} ${source} ${text}`),
    })),
  }
  return `${JSON.stringify(told, (_key, value: unknown) => (typeof value === 'string' ? redacted(mask(value)) : value), 1)}\n`
}
