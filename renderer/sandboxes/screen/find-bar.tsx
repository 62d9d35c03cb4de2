/* oxlint-disable jsx-a11y/no-autofocus -- the field that was just asked for */
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Text } from '../../ui/text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { type Text as Translate, useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchOptions, type Ways } from '../parts/search-options.tsx'
import { useFinding } from './finding.ts'
import { onThemeChange, tokenColour } from './terminal-theme.ts'
import { MAX_HIGHLIGHTS, SCROLLBACK, type TerminalScreen } from './terminal-screen.ts'

interface Found {
  readonly resultIndex: number
  readonly resultCount: number
}

/** Whether it is an incomplete regular expression. */
const isHalf = (text: string, { regex }: Ways): boolean => {
  try {
    return regex === true && !new RegExp(text)
  } catch {
    return true
  }
}

/** How many matches there are. The screen drops its oldest lines, which the list of commands still has. */
function outcome(t: Translate, { term }: TerminalScreen, found: Found): string {
  const { resultIndex, resultCount } = found
  const hasDropped = term.buffer.active.length >= SCROLLBACK + term.rows
  if (resultCount === 0)
    return hasDropped ? t('sandboxes.find.noneKept', { lines: SCROLLBACK }) : t('sandboxes.find.none')
  if (resultCount >= MAX_HIGHLIGHTS) return t('sandboxes.find.many', { total: MAX_HIGHLIGHTS })
  return t('sandboxes.find.count', { current: resultIndex + 1, total: resultCount })
}

/** Searches the whole scrollback and highlights all matches. */
export function FindBar({ screen, close }: { readonly screen: TerminalScreen; close(): void }) {
  const t = useText()
  const [needle, setNeedle] = useState('')
  const [ways, setWays] = useState<Ways>({})
  const [found, setFound] = useState<Found>({ resultIndex: -1, resultCount: 0 })
  const field = useRef<HTMLInputElement>(null)
  // Opening it again focuses the field.
  useEffect(
    () => useFinding.subscribe(({ terminal }) => terminal !== undefined && field.current?.select()),
    [],
  )
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
    if (text === '' || isHalf(text, how)) screen.search.clearDecorations()
    else if (direction === 1) screen.search.findNext(text, options)
    else screen.search.findPrevious(text, options)
  }
  const again = (how?: Ways): void => {
    screen.search.clearDecorations()
    find(needle, -1, true, how)
  }
  // Highlights use the current colours; a theme change redraws them.
  useEffect(() => onThemeChange(() => again()))
  return (
    <Stack row gap={1.5} line="bottom" pad={[1, 2]} role="search">
      <Input
        ref={field}
        style={{ width: '15rem' }}
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
      <SearchOptions
        ways={ways}
        onChange={(next) => {
          setWays(next)
          // The add-on recounts only after its cache was cleared.
          again(next)
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
        {needle === '' ? '' : isHalf(needle, ways) ? t('sandboxes.find.half') : outcome(t, screen, found)}
      </Text>
      <IconButton label={t('ui.close')} icon={X} onClick={close} />
    </Stack>
  )
}
