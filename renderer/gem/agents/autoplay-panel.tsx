import { Pause, Play, StepForward } from 'lucide-react'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { useText } from '../../app/i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { setView } from '../gem-view-store.ts'
import styles from '../record/record-pane.module.css'
import type { EnvironmentTab } from '../session/tab.ts'
import type { AgentKind } from '../batch/batches-store.ts'
import { chooseAutoplay, pauseAutoplay, proposeHere, runAutoplay, useAutoplay } from './autoplay-store.ts'
import { useEndpoint } from './endpoint-store.ts'
import { hasSolver } from './players.ts'

/** Milliseconds between steps that can be chosen. */
const PAUSES = [0, 100, 300, 1000, 3000] as const
export const AGENTS: readonly AgentKind[] = ['random', 'solver', 'script', 'endpoint']

/** Why an agent cannot play here, or nothing. */
export function useAgentProblem(agent: AgentKind, entry: CatalogueEntry | undefined): string | undefined {
  const t = useText()
  const endpoint = useEndpoint((state) => state.endpoint)
  if (agent === 'random' && !entry) return t('gem.agent.noGrammar')
  if (agent === 'solver' && !hasSolver(entry)) return t('gem.agent.noSolver')
  if (agent === 'endpoint' && !endpoint) return t('gem.agent.noEndpoint')
  return undefined
}

interface AutoplayPanelProps {
  readonly tab: EnvironmentTab
  readonly entry: CatalogueEntry | undefined
}

/** Lets an agent play: step by step with the person's consent, or on its own at a chosen speed. */
export function AutoplayPanel({ tab, entry }: AutoplayPanelProps) {
  const t = useText()
  const { agent, seed, script, pause, running, thinking, failure } = useAutoplay(tab.id)
  const problem = useAgentProblem(agent, entry)
  return (
    <div className={styles['autoplay']}>
      <div className={styles['fields']}>
        <Field label={t('gem.agent')}>
          <Select
            value={agent}
            onChange={(event) =>
              chooseAutoplay(tab.id, { agent: event.target.value as AgentKind, proposal: undefined })
            }
          >
            {AGENTS.map((name) => (
              <option key={name} value={name}>
                {t(`gem.agent.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
        {agent === 'random' ? (
          <Field label={t('gem.agent.seed')}>
            <Input
              type="number"
              min={0}
              value={seed}
              onChange={(event) => chooseAutoplay(tab.id, { seed: Math.max(0, Number(event.target.value)) })}
            />
          </Field>
        ) : null}
        {agent === 'endpoint' ? (
          <Button onClick={() => setView({ dialog: 'endpoint' })}>{t('gem.command.endpoint')}</Button>
        ) : null}
        <Field label={t('gem.agent.pause')}>
          <Select
            value={pause}
            onChange={(event) => chooseAutoplay(tab.id, { pause: Number(event.target.value) })}
          >
            {PAUSES.map((milliseconds) => (
              <option key={milliseconds} value={milliseconds}>
                {t('gem.agent.milliseconds', { milliseconds })}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {agent === 'script' ? (
        <Field label={t('gem.agent.scriptLabel')} hint={t('gem.agent.scriptHint')}>
          <textarea
            className={styles['script']}
            spellCheck={false}
            rows={5}
            value={script}
            onChange={(event) => chooseAutoplay(tab.id, { script: event.target.value })}
          />
        </Field>
      ) : null}
      <div className={styles['fields']}>
        {running ? (
          <Button tone="primary" onClick={() => pauseAutoplay(tab.id)}>
            <Pause size={14} aria-hidden />
            {t('gem.agent.stop')}
          </Button>
        ) : (
          <Button tone="primary" disabled={problem !== undefined} onClick={() => void runAutoplay(tab.id)}>
            <Play size={14} aria-hidden />
            {t('gem.agent.run')}
          </Button>
        )}
        <Button
          disabled={running || thinking || problem !== undefined}
          onClick={() => void proposeHere(tab.id)}
        >
          <StepForward size={14} aria-hidden />
          {t('gem.command.propose')}
        </Button>
        {thinking ? <span role="status">{t('gem.agent.thinking')}</span> : null}
      </div>
      {problem ? <p className={styles['quiet']}>{problem}</p> : null}
      {failure ? (
        <p className={styles['error']} role="alert">
          {failure.message} {failure.hint ?? ''}
        </p>
      ) : null}
    </div>
  )
}
