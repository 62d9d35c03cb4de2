import type { StartFields } from '#shared/documents/sandboxes.ts'
import { checkAmount, isLifetime } from '#shared/sandbox/amounts.ts'
import { resourceLimits, START_DEFAULTS } from '#shared/sandbox/lifecycle.ts'
import { formatSize } from '#shared/sandbox/size.ts'
import { showNumber, type Text, useText } from '../../i18n/text.ts'
import { Field, Input } from '../../ui/field.tsx'
import { showCapacity } from './show-size.ts'

const LIMITS = ['cpus', 'memory', 'disk', 'idle', 'keep'] as const
type Limit = (typeof LIMITS)[number]

/** Minutes, as written, in seconds. */
export const secondsOf = (minutes: string): number | undefined =>
  minutes.trim() === '' ? undefined : Math.round(Number(minutes) * 60)

/** What a start would refuse of a resource; the maximum is that of our platform alone. */
function resourceProblem(t: Text, what: 'cpus' | 'memory' | 'disk', text: string, isOurs: boolean) {
  const amount = checkAmount(what, text)
  if ('value' in amount) return undefined
  if (amount.problem === 'invalid') return t(`sandboxes.start.bad.${what === 'cpus' ? 'cpus' : 'size'}`)
  const most = what === 'cpus' ? String(resourceLimits.cpus) : showCapacity(formatSize(resourceLimits[what]))
  return isOurs ? t('sandboxes.start.bad.most', { most }) : undefined
}

function problemOf(t: Text, name: Limit, text: string, isOurs: boolean): string | undefined {
  if (name !== 'idle' && name !== 'keep') return resourceProblem(t, name, text, isOurs)
  const value = name === 'idle' ? Number(text) : (secondsOf(text) ?? 0)
  return isLifetime(name, value) ? undefined : t(`sandboxes.start.bad.${name}`)
}

/** A sentence for each of the fields that a start would refuse. */
export function limitProblems(
  t: Text,
  fields: Pick<StartFields, Limit>,
  isOurs: boolean,
): Partial<Record<Limit, string>> {
  const problems: Partial<Record<Limit, string>> = {}
  for (const name of LIMITS) {
    const text = fields[name]
    if (text.trim() === '') continue
    const problem = problemOf(t, name, text, isOurs)
    if (problem !== undefined) problems[name] = problem
  }
  return problems
}

/** Minutes as days: `1 day`. */
const showDays = (minutes: number): string =>
  showNumber(minutes / (24 * 60), { style: 'unit', unit: 'day', unitDisplay: 'long' })

interface LimitFieldsProps {
  readonly fields: StartFields
  /** It is our platform: what an empty field means there is known. */
  readonly isOurs: boolean
  onChange(change: Partial<StartFields>): void
}

/** A new sandbox's resource limits and lifetimes, each with what is wrong with it. */
export function LimitFields({ fields, isOurs, onChange }: LimitFieldsProps) {
  const t = useText()
  const problems = limitProblems(t, fields, isOurs)
  const leftOpen = (value = ''): string =>
    isOurs ? t('sandboxes.start.open', { value }) : t('sandboxes.start.delete.hint')
  const field = (name: Limit, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={problems[name]}>
      <Input
        value={fields[name]}
        inputMode={name === 'memory' || name === 'disk' ? 'text' : 'decimal'}
        aria-invalid={problems[name] !== undefined}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <>
      {field('cpus', t('sandboxes.start.cpus'))}
      {field('memory', t('sandboxes.start.memory'), t('sandboxes.start.memory.hint'))}
      {field('disk', t('sandboxes.start.disk'), leftOpen(showCapacity(START_DEFAULTS.disk)))}
      {field('idle', t('sandboxes.start.idle'))}
      {field('keep', t('sandboxes.start.delete'), leftOpen(showDays(START_DEFAULTS.keepMinutes)))}
    </>
  )
}
