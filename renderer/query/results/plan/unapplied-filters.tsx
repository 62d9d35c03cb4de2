import { unappliedFilters } from '#shared/telemetry/plan.ts'
import { useText } from '../../../i18n/text.ts'
import { Notice } from '../../../ui/notice.tsx'

/** Names the conditions of a statement that its plan's queries leave out, so that their answer is of more than was asked. */
export function UnappliedFilters({ raw }: { readonly raw: unknown }) {
  const t = useText()
  return unappliedFilters(raw).map((filter) => (
    <Notice key={filter} tone="warning" role="status">
      {t('query.plan.unapplied', { filter })}
    </Notice>
  ))
}
