import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import type { PluginProblem } from '#shared/gem/rest.ts'
import { GameRulesView } from '../../app/game-rules.tsx'
import { Facts } from '../../ui/facts.tsx'
import { translateServerText, useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { parameterLabel } from '../parts/format.ts'
import { PluginNotice } from './plugin-notice.tsx'

interface EntryDetailsProps {
  readonly id: string
  readonly entry: CatalogueEntry | undefined
  /** A problem with its plugin file since it was loaded. */
  readonly problem?: PluginProblem | undefined
}

/** Details of an environment before it is created. */
export function EntryDetails({ id, entry, problem }: EntryDetailsProps) {
  const t = useText()
  if (!entry) {
    return (
      <Stack gap={1.5}>
        <h2>{id}</h2>
        <p>{t('environments.catalogue.undescribed')}</p>
      </Stack>
    )
  }
  const { winnable, drawn, maxTurns } = entry
  const tone = winnable === 'always' ? 'good' : winnable === 'never' ? 'bad' : 'warning'
  return (
    <Stack gap={1.5}>
      <h2>{translateServerText(entry.title)}</h2>
      {problem ? <PluginNotice problem={problem} /> : null}
      <p>{translateServerText(entry.summary)}</p>
      <div>
        {winnable === 'unknown' ? null : <Badge tone={tone}>{t(`environments.winnable.${winnable}`)}</Badge>}{' '}
        {entry.source === 'plugin' ? <Badge tone="accent">{t('environments.entry.plugin')}</Badge> : null}
      </div>
      <Facts
        facts={[
          [t('environments.entry.id'), <code key="id">{entry.id}</code>],
          [t('environments.entry.turns'), maxTurns ?? (drawn ? t('environments.entry.drawn') : undefined)],
          [t('environments.entry.best'), entry.bestReturn ?? undefined],
          ...Object.entries(entry.parameters).map(
            ([name, value]) => [translateServerText(parameterLabel(name)), String(value)] as const,
          ),
          [t('environments.seed'), entry.seedMatters ? undefined : t('environments.entry.seedless')],
        ]}
      />
      <GameRulesView rules={entry} />
    </Stack>
  )
}
