import { useMemo, useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { leavesOf } from '../episode/episode.ts'
import { useEpisodes } from '../episode/episodes-store.ts'
import { setView, useGemView } from '../gem-view-store.ts'
import { openComparison } from '../session/open.ts'
import type { Line } from '../session/tab.ts'
import { activeTab, useTabs } from '../session/tabs-store.ts'
import { formatReward, shortId } from '../view/format.ts'
import { pathTo, returnOf } from '../episode/episode.ts'

/** Most lines in the lists: those of the newest episodes. */
const LIMIT = 300

/** Chooses two branches or episodes to set side by side. */
export function CompareDialog() {
  const t = useText()
  const open = useGemView((state) => state.dialog === 'compare')
  const episodes = useEpisodes((state) => state.episodes)
  const tab = activeTab(useTabs())
  const current = tab?.kind === 'environment' ? tab.episode : undefined
  const lines = useMemo(
    () =>
      open
        ? Object.values(episodes)
            .toSorted((a, b) => b.changed - a.changed)
            .flatMap((episode) =>
              leavesOf(episode).map((leaf) => ({
                key: `${episode.id}/${leaf.id}`,
                line: { episode: episode.id, event: leaf.id } satisfies Line,
                label: t('gem.compare.line', {
                  name: shortId(episode.envId),
                  seed: episode.seed === null ? t('gem.unseeded') : String(episode.seed),
                  steps: pathTo(episode, leaf.id).length - 1,
                  total: formatReward(returnOf(episode, leaf.id)),
                }),
              })),
            )
            .slice(0, LIMIT)
        : [],
    [open, episodes, t],
  )
  const [leftKey, setLeft] = useState<string>()
  const [rightKey, setRight] = useState<string>()
  const left =
    lines.find(({ key }) => key === leftKey) ?? lines.find(({ line }) => line.episode === current) ?? lines[0]
  const right = lines.find(({ key }) => key === rightKey) ?? lines.find((line) => line !== left)
  const close = (): void => setView({ dialog: undefined })
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('gem.command.compare')}
      description={t('gem.compare.description', { limit: LIMIT })}
    >
      {(
        [
          ['gem.compare.left', left, setLeft],
          ['gem.compare.right', right, setRight],
        ] as const
      ).map(([label, value, set]) => (
        <Field key={label} label={t(label)}>
          <Select value={value?.key ?? ''} onChange={(event) => set(event.target.value)}>
            {lines.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      ))}
      <DialogActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          tone="primary"
          disabled={!left || !right}
          onClick={() => {
            if (left && right) openComparison(left.line, right.line)
            close()
          }}
        >
          {t('gem.compare.show')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
