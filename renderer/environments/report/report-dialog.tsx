import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { GEM_BASE } from '#shared/gem/rest.ts'
import { differingFields } from '#shared/gem/trajectory.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import {
  asText,
  childrenOf,
  endIn,
  type Episode,
  type EpisodeEvent,
  eventOf,
  leafOf,
  pathTo,
  returnOf,
  turnOf,
} from '#shared/environments/episode.ts'
import { useText } from '../../i18n/text.ts'
import { saveFile } from '../../app/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useEpisode } from '../episode/episodes.ts'
import { fileName } from '../parts/file-name.ts'
import { offerEpisode, writerName } from '../library/write-file.ts'
import { setView, useBenchView } from '../session/view-store.ts'
import styles from '../parts/panes.module.css'
import { useActiveTab } from '../session/tabs.ts'
import { usePlatforms } from '../session/use-platform.ts'
import { fieldText } from '../parts/difference-note.tsx'
import { formatReward } from '../parts/format.ts'

interface ReportOptions {
  /** URL of the GEM API, for the curl commands. */
  readonly base: string
  readonly platform: string
  readonly writer: string
  /** The tester's expectation, if no recording contains it. */
  readonly expectation?: string
}

/**
 * The event a report is about: a recorded difference, otherwise a step marked as a bug, one on which the
 * environment failed, or the last one.
 */
export function subjectOf(episode: Episode): EpisodeEvent {
  const differing = episode.events.findLast(({ differsFrom }) => differsFrom !== undefined)
  const bug = episode.events.find(({ verdict }) => verdict === 'bug')
  const failed = episode.events.findLast(({ failure }) => failure)
  return differing ?? bug ?? failed ?? eventOf(episode, leafOf(episode))
}

const fence = (text: string, language = ''): string => {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text.replace(/\n$/, '')}\n${ticks}`
}

/** A Markdown report that can be reproduced without Orrery: what to send, expected and actual result. */
export function bugReport(episode: Episode, options: ReportOptions): string {
  const subject = subjectOf(episode)
  const path = pathTo(episode, subject.id)
  const turn = turnOf(episode, subject.id)
  const expected = subject.differsFrom === undefined ? undefined : eventOf(episode, subject.differsFrom)
  const fields = expected ? differingFields(expected, subject) : []
  const place = turn === 0 ? 'the reset' : `step ${turn}`
  const what = subject.failure
    ? `the environment fails at ${place}`
    : fields.length > 0
      ? `${fields.join(' and ')} ${fields.length > 1 ? 'differ' : 'differs'} at ${place}`
      : `step ${turn}`
  return [
    `# ${episode.envId}: ${what}`,
    '',
    `- Environment: \`${episode.envId}\``,
    `- Seed: ${episode.seed === null ? 'none (cannot be reproduced)' : `\`${episode.seed}\``}`,
    `- Platform: ${options.platform} (\`${options.base}\`)`,
    ...(episode.origin ? [`- Recorded by: ${episode.origin}`] : []),
    `- Return up to here: ${formatReward(returnOf(episode, subject.id))} in ${turn} steps, ${endIn(episode.envId, subject)}`,
    `- Written by: ${options.writer}`,
    ...(episode.note ? ['', episode.note] : []),
    '',
    '## Actions',
    '',
    ...path
      .slice(1)
      .map(({ action, note }, i) => `${i + 1}. ${inline(action ?? '')}${note ? ` — ${note}` : ''}`),
    '',
    '## Expected',
    '',
    ...expectation(expected, fields, options.expectation),
    '',
    '## Actual',
    '',
    ...outcome(subject, fields),
    ...branchLines(episode, subject),
    '',
    '## Reproduce',
    '',
    fence(curlScript(episode, path, options.base), 'sh'),
    '',
  ].join('\n')
}

const inline = (text: string): string =>
  text.includes('\n') || text.includes('`') ? `\`\` ${text.replaceAll('\n', ' ⏎ ')} \`\`` : `\`${text}\``

function expectation(
  expected: EpisodeEvent | undefined,
  fields: readonly string[],
  words: string | undefined,
): string[] {
  if (expected) return [...(words ? [words, ''] : []), ...outcome(expected, fields)]
  return [words ?? '(say here what should have happened)']
}

function outcome(event: EpisodeEvent, fields: readonly string[]): string[] {
  if (event.failure) return failureLines(event)
  const { reward, terminated, truncated, observation, info } = event
  const suffix = typeof info['suffix'] === 'string' ? info['suffix'] : undefined
  return [
    `reward ${formatReward(reward)}, terminated ${terminated}, truncated ${truncated}`,
    '',
    fence(asText(observation)),
    ...(fields.includes('info') ? ['', 'info:', '', fence(fieldText(event, 'info'))] : []),
    ...(suffix !== undefined && !fields.includes('info') ? ['', 'Board:', '', fence(suffix)] : []),
  ]
}

/** The platform's error response. */
function failureLines({ failure, exchange }: EpisodeEvent): string[] {
  return [
    `${failure?.code}: ${failure?.message}`,
    ...(exchange ? ['', `HTTP ${exchange.status}:`, '', fence(asText(exchange.response))] : []),
  ]
}

/** Other actions tried from the preceding event, as possible workarounds. */
function branchLines(episode: Episode, subject: EpisodeEvent): string[] {
  const others = childrenOf(episode, subject.parent).filter(
    ({ id, by }) => id !== subject.id && id !== subject.differsFrom && by !== 'file',
  )
  if (others.length === 0) return []
  return [
    '',
    '## Tried instead',
    '',
    ...others.map(
      ({ action, reward, observation }) =>
        `- ${inline(action ?? '')}: reward ${formatReward(reward)}, ${inline(asText(observation).split('\n')[0] ?? '')}`,
    ),
  ]
}

/** The episode as a shell script. */
export function curlScript(episode: Episode, path: readonly EpisodeEvent[], base: string): string {
  const call = (name: string, body: string): string =>
    `curl -sS -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' "$GEM/${name}" -d ${body}`
  const withId = (fields: object): string => {
    const rest = JSON.stringify(fields).slice(1, -1)
    return `"{\\"sandbox_id\\":\\"$ID\\"${rest === '' ? '' : `,${doubleQuoted(rest)}`}}"`
  }
  return [
    '# A platform that Orrery starts itself has another address at each start, and a token that nobody else gets.',
    `[ -n "$GEM" ] || GEM=${shellQuote(base)}`,
    ': "${TOKEN:?Set TOKEN to the bearer token of the platform}"',
    `ID=$(${call('make', shellQuote(JSON.stringify({ env_id: episode.envId })))} | sed 's/.*"sandbox_id": *"\\([^"]*\\)".*/\\1/')`,
    call('reset', withId(episode.seed === null ? {} : { seed: episode.seed })),
    ...path.slice(1).map(({ action }) => call('step', withId({ action: action ?? '' }))),
    call('close', withId({})),
  ].join('\n')
}

/** Escapes JSON for a shell's double quotes. */
const doubleQuoted = (text: string): string => text.replaceAll(/[\\"$`]/g, String.raw`\$&`)

/** The bug report of the active episode, to copy or save. */
export function ReportDialog() {
  const t = useText()
  const open = useBenchView((state) => state.dialog === 'report')
  const tab = useActiveTab()
  const environment = tab?.kind === 'environment' ? tab : undefined
  const episode = useEpisode(environment?.episode)
  const platform = usePlatforms().find(({ id }) => id === environment?.platform)
  const [expectation, setExpectation] = useState('')
  const report = useMemo(
    () =>
      open && episode
        ? bugReport(episode, {
            base: `${(platform?.address ?? 'http://localhost').replace(/\/+$/, '')}${platform?.paths?.gem ?? GEM_BASE}`,
            platform: platform?.name ?? episode.platform,
            writer: writerName(),
            ...(expectation.trim() === '' ? {} : { expectation: expectation.trim() }),
          })
        : '',
    [open, episode, platform, expectation],
  )
  const close = (): void => setView({ dialog: undefined })
  return (
    <Dialog open={open} onOpenChange={close} title={t('environments.command.report')} width={760}>
      {episode ? (
        <>
          <Field label={t('environments.report.expectation')}>
            <textarea
              className={styles['script']}
              rows={2}
              value={expectation}
              onChange={(event) => setExpectation(event.target.value)}
            />
          </Field>
          <Field label={t('environments.report.text')}>
            <textarea className={styles['script']} readOnly rows={18} value={report} />
          </Field>
          <DialogActions>
            <CopyButton text={report} label={t('environments.report.copy')} />
            <Button onClick={() => offerEpisode(episode)}>{t('environments.export')}</Button>
            <Button tone="primary" onClick={() => saveFile(fileName(episode, 'md'), report, 'text/markdown')}>
              <Download size={14} aria-hidden />
              {t('environments.report.save')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <p>{t('environments.report.none')}</p>
      )}
    </Dialog>
  )
}
