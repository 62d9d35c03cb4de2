import { Wand2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { statementsOf } from '#shared/spl/service/statements.ts'
import { useConnection, useWorkbench } from '../../app/workbench.ts'
import { useText } from '../../i18n/text.ts'
import { adviceOn, type Advice } from '../../spl/lint.ts'
import { sourceAdvice } from '../../spl/source-advice.ts'
import { valueAdvice } from '../../spl/value-advice.ts'
import { useVocabulary } from '../../spl/vocabulary.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { isOtherRange } from './plan/plan-runs.ts'
import { rowCount, type Run } from '../run/run.ts'
import { runAgain, runStatements } from '../run/run-store.ts'
import { changeTab, useTabs } from '../tabs/tabs-store.ts'

/** Whether a text that ran is still in its tab: as a statement, or for a selection as the part of one. */
export function isCurrent({ request, isPart }: Pick<Run, 'request' | 'isPart'>, text: string): boolean {
  const ran = request.text.trim()
  return isPart ? text.includes(ran) : statementsOf(text).some((statement) => statement.text.trim() === ran)
}

const useTab = ({ tab: id }: Run) => useTabs((state) => state.tabs.find((tab) => tab.id === id))

function useAdvice({ request }: Run): readonly Advice[] {
  const vocabulary = useVocabulary()
  // oxlint-disable-next-line react/exhaustive-deps -- the advice depends on the model's names and fields
  return useMemo(() => adviceOn(request.text), [request.text, vocabulary])
}

/** Advice on a source that held nothing. */
function useSourceAdvice({ request }: Run): readonly Advice[] {
  const vocabulary = useVocabulary()
  return useMemo(
    () => (vocabulary.connection === request.connection ? sourceAdvice(request.text) : []),
    // oxlint-disable-next-line react/exhaustive-deps -- the advice names what the model has
    [request, vocabulary],
  )
}

/** Advice on the values that an empty result asked for; none while it is being looked up. */
function useValueAdvice({ request }: Run): readonly Advice[] {
  const [found, setFound] = useState<{ readonly of: string; readonly list: readonly Advice[] }>()
  const connection = useVocabulary((state) => state.connection)
  const { text } = request
  const isKnown = connection === request.connection
  useEffect(() => {
    if (!isKnown) return undefined
    let isCurrent = true
    valueAdvice(text).then(
      (list) => isCurrent && setFound({ of: text, list }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text, isKnown])
  return isKnown && found?.of === text ? found.list : []
}

/** Buttons that apply the fixes of an advice in the editor and run again; none after the statement was moved or edited. */
function Fixes({ run, advice }: { readonly run: Run; readonly advice: Advice }) {
  const tab = useTab(run)
  const { text } = run.request
  const end = run.from + text.length
  if (tab?.text.slice(run.from, end) !== text) return null
  const applyFix = (fix: Advice['fixes'][number]): void => {
    const fixed = text.slice(0, fix.from) + fix.insert + text.slice(fix.to)
    changeTab(tab.id, { text: tab.text.slice(0, run.from) + fixed + tab.text.slice(end) })
    void runStatements(tab, [{ from: run.from, to: run.from + fixed.length, text: fixed }])
  }
  return advice.fixes.map((fix) => (
    <Button key={fix.label} onClick={() => applyFix(fix)}>
      <Wand2 size={13} aria-hidden />
      {fix.label}
    </Button>
  ))
}

/** An empty result, with what the editor knows of the statement and what the model has of it. */
export function EmptyResult({ run }: { readonly run: Run }) {
  const t = useText()
  const list = [...useAdvice(run), ...useSourceAdvice(run), ...useValueAdvice(run)]
  return (
    <EmptyState
      title={t('query.table.empty')}
      hint={list.length === 0 ? t('query.table.emptyHint') : t('query.table.emptyBecause')}
      action={
        list.length === 0 ? undefined : (
          <Stack as="ul" gap={2}>
            {list.map((advice, index) => (
              <Stack as="li" key={index} gap={1} align="center">
                <Text>{advice.text}</Text>
                <Fixes run={run} advice={advice} />
              </Stack>
            ))}
          </Stack>
        )
      }
    />
  )
}

/** Notes above a result: that its text or the data changed since, and names in it that the model does not have. */
export function ResultNotes({ run }: { readonly run: Run }) {
  const t = useText()
  const tab = useTab(run)
  const list = useAdvice(run).filter(({ about }) => about === 'name')
  const isAnswered = run.state.kind === 'answered'
  const isResult = isAnswered || run.state.kind === 'explained'
  const isEdited = isResult && tab !== undefined && !isCurrent(run, tab.text)
  const hasRows = (rowCount(run) ?? 0) > 0
  const used = useConnection('model')
  const server = useWorkbench(({ connections }) =>
    connections.find(({ id }) => id === run.request.connection),
  )
  const isOther = server !== undefined && used !== undefined && server.id !== used.id
  return (
    <>
      {/* The notice above the editor says the same of a query that was written for that server. */}
      {isResult && isOther && tab?.connection !== server.id ? (
        <Notice role="status">{t('query.results.server', { name: server.name, used: used.name })}</Notice>
      ) : null}
      {isEdited ? (
        <Notice tone="warning" role="status">
          {t('query.results.edited')}
        </Notice>
      ) : null}
      {tab && isAnswered && !isEdited && isOtherRange(run, tab) ? (
        <Notice
          role="status"
          action={<Button onClick={() => void runAgain(tab)}>{t('query.results.runAgain')}</Button>}
        >
          {t('query.results.otherRange')}
        </Notice>
      ) : null}
      {isAnswered && run.isOutdated ? (
        <Notice
          role="status"
          action={
            tab && !isEdited ? (
              <Button onClick={() => void runAgain(tab)}>{t('query.results.runAgain')}</Button>
            ) : undefined
          }
        >
          {t('query.results.outdated')}
        </Notice>
      ) : null}
      {hasRows && !isOther
        ? list.map((advice, index) => (
            <Notice key={index} tone="warning" action={<Fixes run={run} advice={advice} />}>
              {advice.text}
            </Notice>
          ))
        : null}
    </>
  )
}
