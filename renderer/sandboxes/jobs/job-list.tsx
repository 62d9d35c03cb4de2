/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { Square, SquareArrowOutUpRight, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type Job, placeOf } from '#shared/terminals/terminal.ts'
import { plainText } from '#shared/terminals/ansi.ts'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BlockOutcome } from '../blocks/block-outcome.tsx'
import {
  closeTerminal,
  endJob,
  interrupt,
  jobOutput,
  reattachTerminal,
  removeJob,
} from '../sessions/actions.ts'
import { detachedOf, useTerminals } from '../sessions/view.ts'
import styles from './job-list.module.css'

/** Terminals detached while a command was running. */
const useDetached = (place: string) => useTerminals(useShallow(() => detachedOf(place)))

/** Detached commands with their state, and a button to reattach their terminals. */
function DetachedRows({ place }: { readonly place: string }) {
  const t = useText()
  return useDetached(place).map(({ id, name, status, blocks }) => {
    const block = blocks.at(-1)
    return (
      <Stack as="li" key={id} row>
        <button
          type="button"
          onClick={() => reattachTerminal(id)}
          title={t('sandboxes.aside.back', { name })}
        >
          <Truncate as="code">{block?.command ?? name}</Truncate>
          {block ? <BlockOutcome block={block} /> : null}
        </button>
        <IconButton
          label={t('sandboxes.aside.back', { name })}
          icon={SquareArrowOutUpRight}
          onClick={() => reattachTerminal(id)}
        />
        {status === 'running' ? (
          <IconButton
            label={t('sandboxes.jobs.kill')}
            icon={Square}
            onClick={() => void interrupt(id).catch(() => undefined)}
          />
        ) : (
          <IconButton label={t('sandboxes.jobs.remove')} icon={X} onClick={() => closeTerminal(id)} />
        )}
      </Stack>
    )
  })
}

/** Poll interval in milliseconds for a running job's output. */
const POLL_INTERVAL_MS = 1500

/** The background commands of this sandbox. */
export function JobList({ place }: { readonly place: string }) {
  const t = useText()
  const all = useTerminals((state) => state.jobs)
  const detached = useDetached(place)
  const [shown, setShown] = useState<string>()
  const jobs = all.filter((job) => placeOf(job) === place)
  if (jobs.length === 0 && detached.length === 0) return null
  const output = jobs.find(({ id }) => id === shown)
  return (
    <section className={styles['jobs']} aria-label={t('sandboxes.jobs')}>
      <ul>
        <DetachedRows place={place} />
        {jobs.map((job) => (
          <Stack as="li" key={job.id} row>
            <button
              type="button"
              aria-expanded={job.id === shown}
              onClick={() => setShown(job.id === shown ? undefined : job.id)}
            >
              <Truncate as="code">{job.command}</Truncate>
              <Badge tone={job.state === 'running' ? 'accent' : job.exitCode === 0 ? 'good' : 'bad'}>
                {job.state === 'running'
                  ? t('sandboxes.jobs.running', { pid: job.pid })
                  : job.exitCode === null
                    ? t('sandboxes.jobs.lost')
                    : t('sandboxes.jobs.done', { code: job.exitCode })}
              </Badge>
            </button>
            {job.state === 'running' ? (
              <IconButton label={t('sandboxes.jobs.kill')} icon={Square} onClick={() => endJob(job.id)} />
            ) : (
              <IconButton
                label={t('sandboxes.jobs.remove')}
                icon={Trash2}
                onClick={() => removeJob(job.id)}
              />
            )}
          </Stack>
        ))}
      </ul>
      {output ? <JobOutput job={output} /> : null}
    </section>
  )
}

function JobOutput({ job }: { readonly job: Job }) {
  const t = useText()
  const [text, setText] = useState('')
  useEffect(() => {
    let current = true
    const poll = (): void =>
      void jobOutput(job.id).then(
        ({ text: output }) => current && setText(plainText(output)),
        () => undefined,
      )
    poll()
    const timer = job.state === 'running' ? setInterval(poll, POLL_INTERVAL_MS) : undefined
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [job])
  return (
    <pre tabIndex={0} aria-label={t('sandboxes.jobs.output', { command: job.command })}>
      {text}
    </pre>
  )
}
