import { useMemo, useState } from 'react'
import type { Summary } from '#shared/environments/summary.ts'
import type { Line } from '#shared/environments/tab.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useEpisodes } from '../episode/episodes.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import { openComparison, useActiveTab } from '../session/tabs.ts'
import { environmentName } from '../parts/environment-name.ts'
import { formatReward } from '../parts/format.ts'

/** Maximum lines offered: those of the newest episodes. */
export const LINE_LIMIT = 300

interface LineChoice {
  readonly key: string
  readonly line: Line
  readonly label: string
}

/** Every branch of every episode as an option, newest episode first. */
export function lineChoices(episodes: readonly Summary[], t: Text): LineChoice[] {
  return episodes
    .toSorted((a, b) => b.changed - a.changed)
    .flatMap((episode) =>
      episode.lines.map(({ event, steps, return: total }) => ({
        key: `${episode.id}/${event}`,
        line: { episode: episode.id, event },
        label: t('environments.compare.line', {
          name: environmentName(t, episode.envId),
          seed: episode.seed === null ? t('environments.unseeded') : String(episode.seed),
          steps,
          total: formatReward(total),
        }),
      })),
    )
    .slice(0, LINE_LIMIT)
}

/** The main branch of an episode: the one whose figures the library shows. */
export function mainLineOf({ id, lines, steps, end, ...episode }: Summary): Line | undefined {
  const main = lines.find(
    (line) => line.steps === steps && line.end === end && line.return === episode.return,
  )
  const { event } = main ?? lines.at(-1) ?? {}
  return event === undefined ? undefined : { episode: id, event }
}

/** Compares the main branches of two episodes; the one begun first is on the left. */
export function compareEpisodes(episodes: readonly Summary[]): void {
  const [left, right] = episodes.toSorted((a, b) => a.started - b.started).map(mainLineOf)
  if (left && right) openComparison(left, right)
}

/** Selects two branches or episodes to compare; the left one defaults to the active episode. */
export function CompareDialog() {
  const t = useText()
  const open = useBenchView((state) => state.dialog === 'compare')
  const episodes = useEpisodes((state) => state.summaries)
  const tab = useActiveTab()
  const current = tab?.kind === 'environment' ? tab.episode : undefined
  const lines = useMemo(() => (open ? lineChoices(Object.values(episodes), t) : []), [open, episodes, t])
  const [leftKey, setLeft] = useState<string>()
  const [rightKey, setRight] = useState<string>()
  const left =
    lines.find(({ key }) => key === leftKey) ?? lines.find(({ line }) => line.episode === current) ?? lines[0]
  const right = lines.find(({ key }) => key === rightKey) ?? lines.find((line) => line !== left)
  const close = (): void => setView({ dialog: undefined })
  const show = (): void => {
    if (left && right) openComparison(left.line, right.line)
    close()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('environments.command.compare')}
      description={t('environments.compare.description', { limit: LINE_LIMIT })}
    >
      <LineField label={t('environments.compare.left')} lines={lines} value={left} onChange={setLeft} />
      <LineField label={t('environments.compare.right')} lines={lines} value={right} onChange={setRight} />
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button tone="primary" reason={!left || !right ? t('ui.need') : undefined} onClick={show}>
          {t('environments.compare.show')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface LineFieldProps {
  readonly label: string
  readonly lines: readonly LineChoice[]
  readonly value: LineChoice | undefined
  onChange(key: string): void
}

const LineField = ({ label, lines, value, onChange }: LineFieldProps) => (
  <Field label={label}>
    <Select value={value?.key ?? ''} onChange={(event) => onChange(event.target.value)}>
      {lines.map((line) => (
        <option key={line.key} value={line.key}>
          {line.label}
        </option>
      ))}
    </Select>
  </Field>
)
