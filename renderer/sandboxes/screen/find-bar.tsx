/* oxlint-disable jsx-a11y/no-autofocus -- the field that was just asked for */
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Text } from '../../ui/text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FindWays, type Ways } from '../parts/find-ways.tsx'
import { onLookChange, tokenColour } from './terminal-theme.ts'
import type { TerminalScreen } from './terminal-screen.ts'

const isExpression = (text: string): boolean => {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

/** Searches the whole scrollback; all matches are marked. */
export function FindBar({ screen, close }: { readonly screen: TerminalScreen; close(): void }) {
  const t = useText()
  const [needle, setNeedle] = useState('')
  const [ways, setWays] = useState<Ways>({})
  const [found, setFound] = useState({ resultIndex: -1, resultCount: 0 })
  useEffect(() => {
    const listening = screen.search.onDidChangeResults(setFound)
    return () => {
      listening.dispose()
      screen.search.clearDecorations()
      screen.term.clearSelection()
    }
  }, [screen])
  const find = (text: string, direction: 1 | -1, incremental: boolean, how: Ways = ways): void => {
    const options = {
      ...how,
      incremental,
      decorations: {
        matchBackground: tokenColour('--selected'),
        matchOverviewRuler: tokenColour('--accent'),
        activeMatchBackground: tokenColour('--pressed'),
        activeMatchBorder: tokenColour('--accent'),
        activeMatchColorOverviewRuler: tokenColour('--accent'),
      },
    }
    // Half an expression finds nothing yet.
    if (text === '' || (how.regex && !isExpression(text))) screen.search.clearDecorations()
    else if (direction === 1) screen.search.findNext(text, options)
    else screen.search.findPrevious(text, options)
  }
  // The marks are drawn in the colours of their moment; another theme draws them again.
  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  useEffect(
    () =>
      onLookChange(() => {
        screen.search.clearDecorations()
        latest.current(needle, -1, true)
      }),
    [needle, screen],
  )
  return (
    <Stack row gap={1.5} line="bottom" pad={[1, 2]} role="search">
      <Input
        style={{ width: 240 }}
        value={needle}
        autoFocus
        aria-label={t('sandboxes.find')}
        placeholder={t('sandboxes.find')}
        onChange={(event) => {
          setNeedle(event.target.value)
          find(event.target.value, -1, true)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
          if (event.key === 'Enter') find(needle, event.shiftKey ? 1 : -1, false)
        }}
      />
      <FindWays
        ways={ways}
        onChange={(next) => {
          setWays(next)
          find(needle, -1, true, next)
        }}
      />
      <IconButton
        label={t('sandboxes.find.previous')}
        icon={ChevronUp}
        onClick={() => find(needle, -1, false)}
      />
      <IconButton
        label={t('sandboxes.find.next')}
        icon={ChevronDown}
        onClick={() => find(needle, 1, false)}
      />
      <Text tone="quiet" small aria-live="polite">
        {needle === ''
          ? ''
          : found.resultCount === 0
            ? t('sandboxes.find.none')
            : t('sandboxes.find.count', { current: found.resultIndex + 1, total: found.resultCount })}
      </Text>
      <IconButton label={t('ui.close')} icon={X} onClick={close} />
    </Stack>
  )
}
