import { SOURCE_FACTS, STAGE_FACTS } from '#shared/spl/service/facts.ts'
import { CircleAlert, Crosshair, Wand2 } from 'lucide-react'
import { Text } from '../../ui/text.tsx'
import { HelpLink, ServiceMessage } from '../../app/failure-text.tsx'
import { text, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { isFields } from '#shared/json/fields.ts'
import { refusalInWords } from '../../spl/refusal-words.ts'
import type { QueryRefusal } from '../../spl/result.ts'
import { replaceText, reveal } from '../editor/session.ts'
import type { Run } from '../run/run.ts'
import { activeTab, useTabs } from '../tabs/tabs-store.ts'
import styles from './results.module.css'

interface RefusalViewProps {
  readonly run: Run
  readonly refusal: Omit<QueryRefusal, 'details'> & { readonly details?: unknown }
  readonly hint: string | undefined
}

const KNOWN: ReadonlySet<string> = new Set(
  [...Object.values(STAGE_FACTS), ...Object.values(SOURCE_FACTS)].map(({ name }) => name),
)

/** Whether a statement is unchanged since the run, so that positions in it are valid in the text. */
function useIsUnchanged(): (run: Run) => boolean {
  const tab = useTabs(activeTab)
  return ({ from, request: { text } }) => tab.text.slice(from, from + text.length) === text
}

/**
 * Help search for a syntax error: the word probably meant, the stage at the position, or all sources or
 * stages. Other refusals are explained by code.
 */
function helpWord(
  { code, from, suggestion }: RefusalViewProps['refusal'],
  query: string,
): string | undefined {
  if (code !== 'QUERY_PARSE_ERROR') return undefined
  if (suggestion !== undefined && KNOWN.has(suggestion)) return suggestion
  const before = query.slice(0, from)
  const [, stage = ''] = /(?:^|\|)\s*(\.?[\w-]+)[^|]*$/.exec(before) ?? []
  if (KNOWN.has(stage)) return stage
  return text(before.includes('|') ? 'start.help.stages' : 'start.help.sources')
}

/** Why a query was refused: code and message, position in the text, and what the server expected. */
export function RefusalView({ run, refusal, hint }: RefusalViewProps) {
  const t = useText()
  const { code, from, to, suggestion, details } = refusal
  const stands = useIsUnchanged()
  const { text: query } = run.request
  const placed = from !== undefined && from <= query.length
  const start = placed ? Math.max(0, query.lastIndexOf('\n', from - 1) + 1) : 0
  const newline = placed ? query.indexOf('\n', from) : -1
  const line = placed ? query.slice(start, newline < 0 ? query.length : newline) : ''
  const column = placed ? from - start : 0
  // What is written in quotes is replaced in quotes.
  const [, quote = ''] = placed ? (/^(['"`])[^]*\1$/.exec(query.slice(from, to)) ?? []) : []
  const fixed = suggestion === undefined ? undefined : `${quote}${suggestion}${quote}`
  const length = Math.max(1, Math.min((to ?? from ?? 0) - (from ?? 0), line.length - column))
  return (
    <Stack align="start" gap={2} grow scroll pad={[4, 4]} className={styles['refusal']} role="alert">
      <h2>
        <CircleAlert size={16} aria-hidden />
        <code>{code}</code>
      </h2>
      <p>
        {refusalInWords(refusal.message, isFields(details) ? details : {}) ?? (
          <ServiceMessage failure={refusal} />
        )}
      </p>
      <Text as="p" tone="quiet">
        {hint} <HelpLink code={code} word={helpWord(refusal, query)} />
      </Text>
      {placed ? (
        <>
          <pre aria-label={t('query.refusal.place')}>
            {line.slice(0, column)}
            <mark>{line.slice(column, column + length) || ' '}</mark>
            {line.slice(column + length)}
          </pre>
          <Stack row align="stretch" gap={2} wrap>
            <Button onClick={() => reveal(run.from + from, run.from + (to ?? from))}>
              <Crosshair size={13} aria-hidden />
              {t('query.refusal.show')}
            </Button>
            {fixed !== undefined && to !== undefined && stands(run) ? (
              <Button onClick={() => replaceText(run.from + from, run.from + to, fixed)}>
                <Wand2 size={13} aria-hidden />
                {t('query.fix.replace', { text: fixed })}
              </Button>
            ) : null}
          </Stack>
        </>
      ) : null}
      {details === undefined ? null : (
        <details>
          <Text as="summary" tone="quiet">
            {t('query.refusal.details')}
          </Text>
          <pre>{JSON.stringify(details, null, 2)}</pre>
        </details>
      )}
    </Stack>
  )
}
