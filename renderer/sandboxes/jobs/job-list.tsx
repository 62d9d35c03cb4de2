/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { Square, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Job } from '#shared/documents/sandboxes.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { plainText } from '../blocks/ansi.ts'
import { placeOf } from '../sessions/terminal-store.ts'
import { AsideRows, useAside } from './aside-rows.tsx'
import { endJob, jobOutput, loadJobs, lookAtJobs, removeJob, useJobs } from './jobs.ts'
import styles from './job-list.module.css'

/** Milliseconds between two looks at running jobs. */
const LOOK_EVERY = 1500

/** The commands that run in the background of this sandbox. */
export function JobList({ place }: { readonly place: string }) {
  const t = useText()
  const all = useJobs()
  const aside = useAside(place)
  const [shown, setShown] = useState<string>()
  const jobs = all.filter((job) => placeOf(job) === place)
  const running = jobs.some(({ state }) => state === 'running')
  useEffect(() => void loadJobs(), [])
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void lookAtJobs(place).catch(() => undefined), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [place, running])
  if (jobs.length === 0 && aside.length === 0) return null
  const output = jobs.find(({ id }) => id === shown)
  return (
    <section className={styles['jobs']} aria-label={t('terminal.jobs')}>
      <ul>
        <AsideRows place={place} />
        {jobs.map((job) => (
          <li key={job.id}>
            <button
              type="button"
              aria-expanded={job.id === shown}
              onClick={() => setShown(job.id === shown ? undefined : job.id)}
            >
              <code>{job.command}</code>
              <Badge tone={job.state === 'running' ? 'accent' : job.exitCode === 0 ? 'good' : 'bad'}>
                {job.state === 'running'
                  ? t('terminal.jobs.running', { pid: job.pid })
                  : job.exitCode === null
                    ? t('terminal.jobs.lost')
                    : t('terminal.jobs.done', { code: job.exitCode })}
              </Badge>
            </button>
            {job.state === 'running' ? (
              <IconButton label={t('terminal.jobs.kill')} icon={Square} onClick={() => void endJob(job)} />
            ) : (
              <IconButton
                label={t('terminal.jobs.remove')}
                icon={Trash2}
                onClick={() => void removeJob(job)}
              />
            )}
          </li>
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
    const look = (): void =>
      void jobOutput(job).then(
        (output) => current && setText(plainText(output)),
        () => undefined,
      )
    look()
    const timer = job.state === 'running' ? setInterval(look, LOOK_EVERY) : undefined
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [job])
  return (
    <pre tabIndex={0} aria-label={t('terminal.jobs.output', { command: job.command })}>
      {text}
    </pre>
  )
}
