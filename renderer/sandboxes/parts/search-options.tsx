import { CaseSensitive, Regex, WholeWord } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const WAYS = [
  ['caseSensitive', CaseSensitive],
  ['wholeWord', WholeWord],
  ['regex', Regex],
] as const
export type Ways = Readonly<Partial<Record<(typeof WAYS)[number][0], boolean>>>

interface FindWaysProps {
  readonly ways: Ways
  onChange(ways: Ways): void
}

/** Toggles for the search options. */
export function SearchOptions({ ways, onChange }: FindWaysProps) {
  const t = useText()
  return WAYS.map(([way, icon]) => (
    <IconButton
      key={way}
      label={t(`sandboxes.find.${way}`)}
      icon={icon}
      aria-pressed={ways[way] ?? false}
      onClick={() => onChange({ ...ways, [way]: !ways[way] })}
    />
  ))
}
