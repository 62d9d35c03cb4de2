import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { MAX_ROWS, ownLimit, PAGE_ROWS } from '../run/pages.ts'
import type { Run } from '../run/run.ts'
import { raiseLimit } from '../run/run-store.ts'
import type { Tab } from '#shared/documents/query.ts'
import type { QueryResult } from '../run/result.ts'
import styles from './results.module.css'

interface LimitNoteProps {
  readonly tab: Tab
  readonly run: Run
  readonly result: QueryResult
}

/** What cut the rows, and the way to more of them. */
export function LimitNote({ tab, run, result }: LimitNoteProps) {
  const t = useText()
  const { bound, limit = result.rows.length, rows } = result
  if (bound === undefined) return null
  const raised = Math.min(limit * 10, MAX_ROWS)
  // A limit that is a parameter is raised where it was filled in.
  const fixed = bound === 'query' && ownLimit(run.request.text, run.request.parameters)?.place === undefined
  const raisable = !fixed && raised > rows.length
  const note = t(`query.limited.${bound}`, { shown: rows.length, limit })
  return (
    <Stack as="span" row gap={2} tone="warning" small className={styles['limited']}>
      <span title={note}>{note}</span>
      {raisable ? (
        <Button
          title={raised > PAGE_ROWS ? t('query.limited.parts', { page: PAGE_ROWS }) : undefined}
          onClick={() => void raiseLimit(tab, run, raised)}
        >
          {t('query.limited.raise', { limit: raised })}
        </Button>
      ) : null}
    </Stack>
  )
}
