import { type Episode, eventOf, turnOf, type Verdict } from '#shared/environments/episode.ts'
import type { Play } from '#shared/environments/play.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { Split } from '../../ui/split.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Button } from '../../ui/button.tsx'
import { AutoplayPanel } from '../agents/autoplay-panel.tsx'
import { EntryDetails } from '../catalogue-panel/entry-details.tsx'
import { useEntry, useProblem } from '../catalogue/catalogue-store.ts'
import { RECORD_VIEWS, setView, useBenchView } from '../session/view-store.ts'
import styles from '../parts/panes.module.css'
import { remarkOn } from '../episode/episodes.ts'
import { TagsField } from '../parts/tags-field.tsx'
import { AgentView } from './agent-view.tsx'
import { Branches } from './branches.tsx'
import { ModelView } from './model-view.tsx'
import { RequestView } from './request-view.tsx'
import { RewardChart } from './reward-chart.tsx'
import { Transcript } from './transcript.tsx'

interface RecordPaneProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly play: Play
}

/** The recording: transcript with rewards, and one of the detail views below. */
export function RecordPane({ tab, episode, play }: RecordPaneProps) {
  const t = useText()
  const entry = useEntry(tab.platform, tab.envId)
  // At the start an agent sees what stands in the observation already.
  const first = entry && turnOf(episode) === 0 ? 'rules' : 'agent'
  const view = useBenchView((state) => state.record) ?? first
  const problem = useProblem(tab.platform, tab.envId)
  const hasModel = view === 'model' || episode.events.some(({ model }) => model)
  return (
    <Stack as="section" grow ground="surface" aria-label={t('environments.record')}>
      <Split id="environments-record" direction="vertical" first={46} minimum={110}>
        <Stack grow ground="surface" className={styles['half']}>
          <Transcript tab={tab} episode={episode} grammar={entry?.action} />
          <RewardChart episode={episode} />
        </Stack>
        <Stack grow ground="surface" className={styles['half']}>
          <Tabs
            label={t('environments.record.views')}
            // Without a model's turns its view would say only that, and hide another behind the strip's end.
            tabs={RECORD_VIEWS.filter((id) => id !== 'model' || hasModel).map((id) => ({
              id,
              label: t(`environments.record.${id}`),
            }))}
            value={view}
            onChange={(record) => setView({ record })}
            scroll
          >
            {view === 'agent' ? <AgentView episode={episode} /> : null}
            {view === 'model' ? <ModelView episode={episode} /> : null}
            {view === 'request' ? <RequestView episode={episode} play={play} /> : null}
            {view === 'branches' ? <Branches tab={tab} episode={episode} /> : null}
            {view === 'remarks' ? <Remarks episode={episode} /> : null}
            {view === 'autoplay' ? <AutoplayPanel tab={tab} episode={episode} entry={entry} /> : null}
            {view === 'rules' ? (
              <Stack pad={3}>
                <EntryDetails id={tab.envId} entry={entry} problem={problem} />
              </Stack>
            ) : null}
          </Tabs>
        </Stack>
      </Split>
    </Stack>
  )
}

/** Notes and verdicts on the shown turn and on the whole episode. */
function Remarks({ episode }: { readonly episode: Episode }) {
  const t = useText()
  const event = eventOf(episode)
  const { current, id } = episode
  return (
    <Stack gap={3} pad={[2, 3]} className={styles['remarks']}>
      <RemarkFields
        key={current}
        title={t('environments.remarks.turn', { turn: turnOf(episode) })}
        note={event.note ?? ''}
        verdict={event.verdict}
        onNote={(note) => void remarkOn(id, { event: current, note })}
        onVerdict={(verdict) => void remarkOn(id, { event: current, verdict: verdict ?? null })}
        tags={event.tags ?? []}
        onTags={(tags) => void remarkOn(id, { event: current, tags })}
      />
      <RemarkFields
        title={t('environments.remarks.episode')}
        note={episode.note ?? ''}
        verdict={episode.verdict}
        onNote={(note) => void remarkOn(id, { note })}
        onVerdict={(verdict) => void remarkOn(id, { verdict: verdict ?? null })}
        tags={episode.tags ?? []}
        onTags={(tags) => void remarkOn(id, { tags })}
      />
    </Stack>
  )
}

interface RemarkFieldsProps {
  readonly title: string
  readonly note: string
  readonly verdict: Verdict | undefined
  onNote(note: string): void
  onVerdict(verdict: Verdict | undefined): void
  readonly tags: readonly string[]
  onTags(tags: string[]): void
}

function RemarkFields(props: RemarkFieldsProps) {
  const { title, note, verdict, onNote, onVerdict, tags, onTags } = props
  const t = useText()
  return (
    <fieldset>
      <legend>{title}</legend>
      <Stack row align="stretch" gap={1}>
        {(['bug', 'expected'] as const).map((name) => (
          <Button
            key={name}
            aria-pressed={verdict === name}
            onClick={() => onVerdict(verdict === name ? undefined : name)}
          >
            {t(`environments.verdict.${name}`)}
          </Button>
        ))}
      </Stack>
      <textarea
        aria-label={t('environments.note')}
        placeholder={t('environments.note.placeholder')}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
      <TagsField key={tags.join(' ')} tags={tags} onTags={onTags} />
    </fieldset>
  )
}
