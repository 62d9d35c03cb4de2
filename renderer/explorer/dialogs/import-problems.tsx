import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { Problem } from '../exchange/read-files.ts'
import styles from './dialogs.module.css'

/** Problems listed per sort. */
const SHOWN = 200

interface ProblemsProps {
  readonly title: string
  readonly problems: readonly Problem[]
  /** Shown when it is asked for. */
  readonly folded?: boolean
  /** Opens the file of a problem. */
  onMend?(problem: Problem): void
}

/** What is wrong where: file, line and reason. */
export function Problems({ title, problems, folded = false, onMend }: ProblemsProps) {
  const t = useText()
  if (problems.length === 0) return null
  const heading = `${title} (${problems.length})`
  const list = (
    <>
      <Stack
        as="ul"
        scroll
        className={styles['problems']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
      >
        {problems.slice(0, SHOWN).map((problem, index) => {
          const { path, line, message } = problem
          return (
            <li key={index}>
              <div>
                {path === '' ? null : <code>{line === undefined ? path : `${path}:${line}`}</code>}
                <span>{message}</span>
              </div>
              {onMend && path !== '' ? (
                <Button
                  tone="quiet"
                  aria-label={t('explorer.import.mendFile', { path })}
                  onClick={() => onMend(problem)}
                >
                  {t('explorer.import.mend')}
                </Button>
              ) : null}
            </li>
          )
        })}
      </Stack>
      {problems.length > SHOWN ? <p>{t('ui.shown', { shown: SHOWN, total: problems.length })}</p> : null}
    </>
  )
  if (folded)
    return (
      <details>
        <summary>{heading}</summary>
        {list}
      </details>
    )
  return (
    <section>
      <h3>{heading}</h3>
      {list}
    </section>
  )
}

interface MendingProps {
  readonly problem: Problem
  readonly text: string
  /** Called with the mended text, or without one where nothing is to change. */
  onDone(text: string | undefined): void
}

/** The file of a problem, with the line in question in sight. The file on the disk stays as it is. */
export function Mending({ problem: { path, line, message }, text, onDone }: MendingProps) {
  const t = useText()
  const [typed, setTyped] = useState(text)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = area
    if (!current) return
    const before = text.split('\n').slice(0, (line ?? 1) - 1)
    const start = before.join('\n').length + (before.length > 0 ? 1 : 0)
    const end = text.indexOf('\n', start)
    current.focus()
    current.setSelectionRange(start, end < 0 ? text.length : end)
    current.scrollTop = (current.scrollHeight / text.split('\n').length) * Math.max(0, before.length - 4)
  }, [line, text])
  return (
    <Stack gap={1.5}>
      <Text as="p" small>
        <code>{line === undefined ? path : `${path}:${line}`}</code> {message}
      </Text>
      <textarea
        ref={area}
        className={styles['mending']}
        aria-label={path}
        rows={14}
        spellCheck={false}
        wrap="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Stack row gap={2} justify="end">
        <Text tone="quiet" small>
          {t('explorer.import.mendHint')}
        </Text>
        <Button onClick={() => onDone(undefined)}>{t('ui.cancel')}</Button>
        <Button tone="primary" onClick={() => onDone(typed)}>
          {t('explorer.import.check')}
        </Button>
      </Stack>
    </Stack>
  )
}
