import { Wand2 } from 'lucide-react'
import { useMemo } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { adviceOn } from '../editor/lint.ts'
import { useVocabulary } from '../editor/vocabulary.ts'
import type { Run } from '../run/run.ts'
import { runStatements } from '../run/run-store.ts'
import { changeTab, useTabs } from '../tabs/tabs-store.ts'

/** Nothing was found, and why that may be: what the editor knows of the statement, with its remedies. */
export function EmptyResult({ run }: { readonly run: Run }) {
  const t = useText()
  const { text } = run.request
  const vocabulary = useVocabulary()
  // oxlint-disable-next-line react/exhaustive-deps -- what is known of the model decides what is said
  const advice = useMemo(() => adviceOn(text), [text, vocabulary])
  const tab = useTabs((state) => state.tabs.find(({ id }) => id === run.tab))
  const end = run.from + text.length
  const stands = tab?.text.slice(run.from, end) === text
  const mend = (fix: { readonly from: number; readonly to: number; readonly insert: string }): void => {
    if (!tab) return
    const mended = text.slice(0, fix.from) + fix.insert + text.slice(fix.to)
    changeTab(tab.id, { text: tab.text.slice(0, run.from) + mended + tab.text.slice(end) })
    void runStatements(tab, [{ from: run.from, to: run.from + mended.length, text: mended }])
  }
  return (
    <EmptyState
      title={t('query.table.empty')}
      hint={advice.length === 0 ? t('query.table.emptyHint') : t('query.table.emptyBecause')}
      action={
        advice.length === 0 ? undefined : (
          <Stack as="ul" gap={2}>
            {advice.map(({ text: said, fixes }, index) => (
              <Stack as="li" key={index} gap={1} align="center">
                <Text>{said}</Text>
                {stands
                  ? fixes.map((fix) => (
                      <Button key={fix.label} onClick={() => mend(fix)}>
                        <Wand2 size={13} aria-hidden />
                        {fix.label}
                      </Button>
                    ))
                  : null}
              </Stack>
            ))}
          </Stack>
        )
      }
    />
  )
}
