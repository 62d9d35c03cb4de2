import { Pause, Play, StepForward } from 'lucide-react'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import type { Episode } from '#shared/environments/episode.ts'
import type { EnvironmentTab } from '#shared/environments/tab.ts'
import type { Play as PlayState } from '#shared/environments/play.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useKeyRefusal } from '../../app/key-role.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { isOver, pauseAutoplay, proposeHere, runAutoplay, usePlay, useTabView } from '../session/play.ts'
import styles from '../parts/panes.module.css'
import { useSeconds } from '../parts/use-seconds.ts'
import { AgentField } from './agent-field.tsx'
import { chooseAutoplay, useAutoplay } from './autoplay.ts'
import { useAgentProblem } from './use-agent-problem.ts'

/** Selectable delays between steps in milliseconds. */
const PAUSES = [0, 100, 300, 1000, 3000] as const

interface AutoplayPanelProps {
  readonly tab: EnvironmentTab
  readonly episode: Episode
  readonly entry: CatalogueEntry | undefined
}

/** Lets an agent play: step by step with confirmation, or automatically at a selectable speed. */
export function AutoplayPanel({ tab: { id, platform }, episode, entry }: AutoplayPanelProps) {
  const { agent } = useAutoplay(id)
  const { problem: failure } = usePlay(id)
  const { anyway } = useTabView(id)
  const noChange = useKeyRefusal()(platform)
  const lacking = useAgentProblem()(agent, entry)
  const problem = noChange ?? lacking
  return (
    <Stack gap={2} pad={[2, 3]}>
      <AgentChoice tabId={id} />
      <Controls tabId={id} over={isOver(episode, anyway)} problem={problem} />
      {problem ? (
        <Text as="p" tone="faint">
          {problem}
        </Text>
      ) : null}
      <FailureNotice failure={failure} />
    </Stack>
  )
}

/** Selects the agent, its options, and the speed. */
function AgentChoice({ tabId }: { readonly tabId: string }) {
  const t = useText()
  const { agent, seed, script, pause, endpoint } = useAutoplay(tabId)
  return (
    <>
      <Stack row align="end" gap={2} wrap>
        <AgentField value={agent} endpoint={endpoint} onChange={(choice) => chooseAutoplay(tabId, choice)} />
        {agent === 'random' ? (
          <Field label={t('environments.agent.seed')}>
            <Input
              type="number"
              min={0}
              value={seed}
              onChange={(event) => chooseAutoplay(tabId, { seed: Math.max(0, Number(event.target.value)) })}
            />
          </Field>
        ) : null}
        <Field label={t('environments.agent.pause')}>
          <Select
            value={pause}
            onChange={(event) => chooseAutoplay(tabId, { pause: Number(event.target.value) })}
          >
            {PAUSES.map((milliseconds) => (
              <option key={milliseconds} value={milliseconds}>
                {t('environments.agent.milliseconds', { milliseconds })}
              </option>
            ))}
          </Select>
        </Field>
      </Stack>
      {agent === 'script' ? (
        <Field label={t('environments.agent.scriptLabel')} hint={t('environments.agent.scriptHint')}>
          <textarea
            className={styles['script']}
            spellCheck={false}
            rows={5}
            value={script}
            onChange={(event) => chooseAutoplay(tabId, { script: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  )
}

interface ControlsProps {
  readonly tabId: string
  /** The episode has ended: the agent starts a new one. */
  readonly over: boolean
  /** Why the agent cannot play here. */
  readonly problem: string | undefined
}

/** Run, pause, and single proposal. */
function Controls({ tabId, over, problem }: ControlsProps) {
  const t = useText()
  const { playing, thinking } = usePlay(tabId)
  return (
    <Stack row align="end" gap={2} wrap>
      {playing ? (
        <Button tone="primary" onClick={() => pauseAutoplay(tabId)}>
          <Pause size={14} aria-hidden />
          {t('environments.agent.stop')}
        </Button>
      ) : (
        <Button tone="primary" reason={problem} onClick={() => void runAutoplay(tabId)}>
          <Play size={14} aria-hidden />
          {t(over ? 'environments.agent.runAgain' : 'environments.agent.run')}
        </Button>
      )}
      <Button
        reason={problem ?? (playing || thinking !== undefined ? t('ui.wait') : undefined)}
        onClick={() => void proposeHere(tabId)}
      >
        <StepForward size={14} aria-hidden />
        {t('environments.command.propose')}
      </Button>
      {thinking ? <Thinking thinking={thinking} /> : null}
    </Stack>
  )
}

/** How long an agent has been thinking, and what a model has written so far. */
function Thinking({ thinking }: { readonly thinking: NonNullable<PlayState['thinking']> }) {
  const t = useText()
  const seconds = useSeconds(thinking.since)
  return (
    <Stack grow>
      <span role="status">{t('environments.agent.thinking', { seconds })}</span>
      {thinking.text === '' ? null : <pre className={styles['thinking']}>{thinking.text}</pre>}
    </Stack>
  )
}
