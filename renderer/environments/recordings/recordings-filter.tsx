import type { ReplayResult } from '#shared/environments/recordings.ts'
import { useText } from '../../i18n/text.ts'
import { Input, Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { Recordings } from './recordings.ts'
import { findingCounts, type ReviewFilter } from './review.ts'
import styles from './recordings.module.css'

const OUTCOMES: readonly ReplayResult['outcome'][] = ['differs', 'failed', 'same', 'unseeded']

interface RecordingsFilterProps {
  readonly filter: ReviewFilter
  readonly set: Recordings
  readonly shown: number
  onChange(filter: ReviewFilter): void
}

/** Search, and filters by what the rules found, by verdict, and by what a replay came to. */
export function RecordingsFilter({ filter, set, shown, onChange }: RecordingsFilterProps) {
  const t = useText()
  const change = (part: object): void => onChange({ ...filter, ...part })
  return (
    <Stack row wrap fixed gap={2} pad={[1, 3]} line="bottom" className={styles['filters']}>
      <Input
        type="search"
        aria-label={t('environments.recordings.search')}
        placeholder={t('environments.recordings.search')}
        value={filter.search}
        onChange={(event) => change({ search: event.target.value })}
      />
      <Select
        aria-label={t('environments.findings')}
        value={filter.finding}
        onChange={(event) => change({ finding: event.target.value })}
      >
        <option value="">{t('environments.findings.all')}</option>
        <option value="any">{t('environments.findings.any')}</option>
        {findingCounts(set.rows).map(([rule, count]) => (
          <option key={rule} value={rule}>
            {t('environments.findings.count', { rule: t(`environments.finding.${rule}`), count })}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('environments.library.remark')}
        value={filter.verdict}
        onChange={(event) => change({ verdict: event.target.value })}
      >
        <option value="">{t('environments.verdict.all')}</option>
        {(['none', 'bug', 'expected', 'disputed'] as const).map((verdict) => (
          <option key={verdict} value={verdict}>
            {t(`environments.verdict.${verdict}`)}
          </option>
        ))}
      </Select>
      {set.results.size > 0 ? (
        <Select
          aria-label={t('environments.outcome')}
          value={filter.outcome}
          onChange={(event) => change({ outcome: event.target.value })}
        >
          <option value="">{t('environments.outcome.all')}</option>
          {OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {t('environments.findings.count', {
                rule: t(`environments.outcome.${outcome}`),
                count: [...set.results.values()].filter((one) => one.outcome === outcome).length,
              })}
            </option>
          ))}
        </Select>
      ) : null}
      <Text tone="faint" small>
        {t('ui.shown', { shown, total: set.rows.length })}
      </Text>
    </Stack>
  )
}
