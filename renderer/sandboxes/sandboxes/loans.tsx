import { create } from 'zustand'
import type { Loan } from '#shared/workbench/areas/loans.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { placeOf } from '#shared/terminals/terminal.ts'
import { workbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { showClock } from './countdown.ts'
import { actOn } from './sandbox-actions.ts'

const useLoans = create<{ readonly loans: readonly Loan[] }>(() => ({ loans: [] }))

/** Loads the current loans and subscribes to changes. */
export function followLoans(): () => void {
  const stop = workbench.on('sandboxes.loansChanged', (loans) => useLoans.setState({ loans }))
  void workbench.call('sandboxes.loans', {}).then(
    (loans) => useLoans.setState({ loans }),
    () => undefined,
  )
  return stop
}

interface Shown extends Loan {
  readonly seconds: number
}

/** A sandbox's current loans, the first to expire first. */
function useLoansOf(sandbox: SandboxInfo): readonly Shown[] {
  const all = useLoans((state) => state.loans)
  const own = sandbox.isAlive ? all.filter((loan) => placeOf(loan) === placeOf(sandbox)) : []
  const now = useNow(own.length > 0 ? 1000 : undefined)
  return own
    .map((loan) => ({ ...loan, seconds: Math.ceil((loan.until - now) / 1000) }))
    .filter(({ seconds }) => seconds > 0)
    .toSorted((a, b) => a.seconds - b.seconds)
}

/** Badge of a sandbox with a lent key, with the remaining time. */
export function LoanBadge({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const [first] = useLoansOf(sandbox)
  if (!first) return null
  const { host, secret, seconds } = first
  return (
    <Badge tone="accent" title={t('sandboxes.lend.lent', { secret, host })}>
      {t('sandboxes.lend.badge', { time: showClock(seconds) })}
    </Badge>
  )
}

/** Lists the keys lent to a sandbox, each with a revoke button. */
export function LoanNotices({ sandbox }: { readonly sandbox: SandboxInfo }) {
  const t = useText()
  const takeBack = (id: string): void =>
    void actOn(sandbox, 'lend', () => workbench.call('sandboxes.takeBack', { id }))
  return useLoansOf(sandbox).map(({ id, host, secret, seconds }) => (
    <Notice
      key={id}
      role="note"
      action={<Button onClick={() => takeBack(id)}>{t('sandboxes.lend.takeBack')}</Button>}
    >
      {t('sandboxes.lend.lent', { secret, host })} {t('sandboxes.lend.left', { time: showClock(seconds) })}
    </Notice>
  ))
}
