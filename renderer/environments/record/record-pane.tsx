import { useText } from '../../i18n/text.ts'
import { Split } from '../../ui/split.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AutoplayPanel } from '../agents/autoplay-panel.tsx'
import { EntryDetails } from '../catalogue-panel/entry-details.tsx'
import { useEntry } from '../catalogue/catalogue-store.ts'
import type { Episode } from '../episode/episode.ts'
import { RECORD_VIEWS, setView, useGemView } from '../session/view-store.ts'
import type { Runtime } from '../session/runtime-store.ts'
import type { EnvironmentTab } from '../session/tab.ts'
import { AgentView } from './agent-view.tsx'
import { Branches } from './branches.tsx'
import styles from '../parts/panes.module.css'
import { Remarks } from './remarks.tsx'
import { RequestView } from './request-view.tsx'
import { RewardChart } from './reward-chart.tsx'
import { Transcript } from './transcript.tsx'

interface RecordPaneProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly runtime: Runtime
}

/** What was recorded: the transcript with its rewards, and below it one of the closer looks. */
export function RecordPane({ tab, episode, runtime }: RecordPaneProps) {
  const t = useText()
  const view = useGemView((state) => state.record)
  const entry = useEntry(tab.platform, tab.envId)
  return (
    <section className={styles['pane']} aria-label={t('gem.record')}>
      <Split id="gem-record" direction="vertical" first={46} minimum={110}>
        <div className={styles['half']}>
          <Transcript tab={tab} episode={episode} runtime={runtime} />
          <RewardChart episode={episode} />
        </div>
        <div className={styles['half']}>
          <Tabs
            label={t('gem.record.views')}
            tabs={RECORD_VIEWS.map((id) => ({ id, label: t(`gem.record.${id}`) }))}
            value={view}
            onChange={(record) => setView({ record })}
            scroll
          >
            {view === 'agent' ? <AgentView episode={episode} /> : null}
            {view === 'request' ? <RequestView episode={episode} runtime={runtime} /> : null}
            {view === 'branches' ? <Branches tab={tab} episode={episode} runtime={runtime} /> : null}
            {view === 'remarks' ? <Remarks episode={episode} /> : null}
            {view === 'autoplay' ? <AutoplayPanel tab={tab} entry={entry} /> : null}
            {view === 'rules' ? (
              <div className={styles['padded']}>
                <EntryDetails id={tab.envId} entry={entry} />
              </div>
            ) : null}
          </Tabs>
        </div>
      </Split>
    </section>
  )
}
