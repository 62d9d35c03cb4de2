import { useEffect, useRef, useState } from 'react'
import { showNumber, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { LISTED } from '../exchange/import-model.ts'
import type { Problem } from '../exchange/read-files.ts'
import styles from './dialogs.module.css'

interface ProblemsProps {
  readonly title: string
  readonly problems: readonly Problem[]
  /** Collapsed by default. */
  readonly folded?: boolean
  /** Opens the file of a problem. */
  onMend?(problem: Problem): void
}

/** Lists problems with file, line and reason. */
export function Problems({ title, problems, folded = false, onMend }: ProblemsProps) {
  const t = useText()
  if (problems.length === 0) return null
  const heading = `${title} (${showNumber(problems.length)})`
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
        {problems.slice(0, LISTED).map((problem, index) => {
          const { path, line, message, binary } = problem
          return (
            <li key={index}>
              <Stack grow>
                {path === '' ? null : <code>{line === undefined ? path : `${path}:${line}`}</code>}
                <span>
                  <LongText>{message}</LongText>
                </span>
              </Stack>
              {onMend && path !== '' && !binary ? (
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
      {problems.length > LISTED ? <p>{t('ui.shown', { shown: LISTED, total: problems.length })}</p> : null}
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
  /** Called with the corrected text, or without one if nothing changes. */
  onDone(text: string | undefined): void
}

/** An editor for the file of a problem, scrolled to its line. The file on disk is not changed. */
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
      <Text as="p" small breaks>
        <code>{line === undefined ? path : `${path}:${line}`}</code> <LongText>{message}</LongText>
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
