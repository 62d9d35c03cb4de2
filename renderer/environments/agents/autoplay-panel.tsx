import { Pause, Play, StepForward } from 'lucide-react'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { setView } from '../session/view-store.ts'
import styles from '../parts/panes.module.css'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { EnvironmentTab } from '../session/tab.ts'
import { AgentField } from './agent-field.tsx'
import { chooseAutoplay, pauseAutoplay, proposeHere, runAutoplay, useAutoplay } from './autoplay-store.ts'
import { useAgentProblem } from './use-agent-problem.ts'

/** Milliseconds between steps that can be chosen. */
const PAUSES = [0, 100, 300, 1000, 3000] as const

interface AutoplayPanelProps {
  readonly tab: EnvironmentTab
  readonly entry: CatalogueEntry | undefined
}

/** Lets an agent play: step by step with the person's consent, or on its own at a chosen speed. */
export function AutoplayPanel({ tab: { id }, entry }: AutoplayPanelProps) {
  const { agent, failure } = useAutoplay(id)
  const problem = useAgentProblem(agent, entry)
  return (
    <Stack gap={2} pad={[2, 3]}>
      <AgentChoice tabId={id} />
      <Controls tabId={id} disabled={problem !== undefined} />
      {problem ? <p className={styles['quiet']}>{problem}</p> : null}
      {failure ? (
        <Text as="p" tone="bad" role="alert">
          {failure.message} {failure.hint ?? ''}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Who plays, what that agent needs to be told, and how fast. */
function AgentChoice({ tabId }: { readonly tabId: string }) {
  const t = useText()
  const { agent, seed, script, pause } = useAutoplay(tabId)
  return (
    <>
      <Stack row align="end" gap={2} wrap>
        <AgentField
          value={agent}
          onChange={(chosen) => chooseAutoplay(tabId, { agent: chosen, proposal: undefined })}
        />
        {agent === 'random' ? (
          <Field label={t('gem.agent.seed')}>
            <Input
              type="number"
              min={0}
              value={seed}
              onChange={(event) => chooseAutoplay(tabId, { seed: Math.max(0, Number(event.target.value)) })}
            />
          </Field>
        ) : null}
        {agent === 'endpoint' ? (
          <Button onClick={() => setView({ dialog: 'endpoint' })}>{t('gem.command.endpoint')}</Button>
        ) : null}
        <Field label={t('gem.agent.pause')}>
          <Select
            value={pause}
            onChange={(event) => chooseAutoplay(tabId, { pause: Number(event.target.value) })}
          >
            {PAUSES.map((milliseconds) => (
              <option key={milliseconds} value={milliseconds}>
                {t('gem.agent.milliseconds', { milliseconds })}
              </option>
            ))}
          </Select>
        </Field>
      </Stack>
      {agent === 'script' ? (
        <Field label={t('gem.agent.scriptLabel')} hint={t('gem.agent.scriptHint')}>
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
  /** The agent cannot play here. */
  readonly disabled: boolean
}

/** Run, pause, and a single proposal. */
function Controls({ tabId, disabled }: ControlsProps) {
  const t = useText()
  const { running, thinking } = useAutoplay(tabId)
  return (
    <Stack row align="end" gap={2} wrap>
      {running ? (
        <Button tone="primary" onClick={() => pauseAutoplay(tabId)}>
          <Pause size={14} aria-hidden />
          {t('gem.agent.stop')}
        </Button>
      ) : (
        <Button tone="primary" disabled={disabled} onClick={() => void runAutoplay(tabId)}>
          <Play size={14} aria-hidden />
          {t('gem.agent.run')}
        </Button>
      )}
      <Button disabled={running || thinking || disabled} onClick={() => void proposeHere(tabId)}>
        <StepForward size={14} aria-hidden />
        {t('gem.command.propose')}
      </Button>
      {thinking ? <span role="status">{t('gem.agent.thinking')}</span> : null}
    </Stack>
  )
}
