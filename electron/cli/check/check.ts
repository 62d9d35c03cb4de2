/** One documented behaviour of a server, as a test case. */
export interface Case<Server> {
  readonly area: string
  /** The behaviour in a few words. */
  readonly says: string
  /** @throws Difference, or Skipped if it cannot be tested here */
  readonly run: (server: Server) => Promise<void>
}

export type Outcome = 'same' | 'differs' | 'skipped'

export interface Finding {
  readonly area: string
  readonly says: string
  readonly outcome: Outcome
  /** How it differs, or why it was skipped. */
  readonly because?: string
}

/** The server's behaviour differs from the documentation. */
class Difference extends Error {}

/** This server lacks the feature, or the case was not requested. */
export class Skipped extends Error {}

export class TokenWanted extends Error {
  constructor(url: string, status: number) {
    super(`${url} wants another token (HTTP ${status}); give it with --token or ORRERY_CHECK_TOKEN`)
  }
}

/** Returns strings unchanged, anything else as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Formats a value for a report. */
const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

export function expect(holds: boolean, wanted: string, got: unknown): void {
  if (!holds) throw new Difference(`expected ${wanted}, got ${shown(got)}`)
}

/** Runs cases one after the other; later ones may use what earlier ones created. */
export async function check<Server>(server: Server, cases: readonly Case<Server>[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { area, says, run } of cases) {
    try {
      await run(server)
      findings.push({ area, says, outcome: 'same' })
    } catch (error) {
      const because = error instanceof Error ? error.message : String(error)
      findings.push({ area, says, outcome: error instanceof Skipped ? 'skipped' : 'differs', because })
    }
  }
  return findings
}

const SIGNS = { same: '✓', differs: '✗', skipped: '–' } as const

/** Formats the findings by area. */
export function report(title: string, findings: readonly Finding[]): string {
  const lines = [title]
  for (const area of new Set(findings.map((finding) => finding.area))) {
    lines.push('', area)
    for (const { says, outcome, because } of findings.filter((finding) => finding.area === area)) {
      lines.push(`  ${SIGNS[outcome]} ${says}${because === undefined ? '' : `: ${because}`}`)
    }
  }
  const count = (outcome: Outcome): number => findings.filter((one) => one.outcome === outcome).length
  lines.push(
    '',
    `${count('same')} as documented, ${count('differs')} differ, ${count('skipped')} not tried`,
    '',
  )
  return lines.join('\n')
}
