import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { Input } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { Stack } from './stack.tsx'

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2}:\d\d(?::\d\d)?))?$/

/** What was typed as a local time to the second, such as `2024-06-18T09:00:00`; undefined while it is none. */
export function readMoment(typed: string): string | undefined {
  const [, day, time = '0:00'] = WRITTEN.exec(typed.trim()) ?? []
  if (day === undefined) return undefined
  const local = `${day}T${time.indexOf(':') === 1 ? '0' : ''}${time}`.padEnd(19, ':00')
  return Number.isNaN(new Date(local).getTime()) ? undefined : local
}

interface MomentInputProps {
  /** A local time such as `2024-06-18T09:00:00`, or empty. */
  readonly value: string
  onMoment(local: string): void
}

/**
 * A moment as text, with a calendar for its day. The browser's own field follows the browser's language, with AM and
 * PM in some, while all other times of the page have one form.
 */
export function MomentInput({ value, onMoment }: MomentInputProps) {
  const t = useText()
  const calendar = useRef<HTMLInputElement>(null)
  // What is typed stays as it is typed until the value changes in another way.
  const [draft, setDraft] = useState({ typed: '', value: '' })
  const typed = draft.value === value && draft.typed !== '' ? draft.typed : value.replace('T', ' ')
  const write = (next: string): void => {
    const local = next.trim() === '' ? '' : readMoment(next)
    setDraft({ typed: next, value: local ?? value })
    if (local !== undefined && local !== value) onMoment(local)
  }
  return (
    <Stack row gap={1} style={{ alignSelf: 'flex-start' }}>
      <Input
        placeholder={t('ui.moment.form')}
        value={typed}
        aria-invalid={typed !== '' && readMoment(typed) === undefined}
        onChange={({ target }) => write(target.value)}
        onBlur={() => setDraft({ typed: readMoment(typed) === undefined ? typed : '', value })}
      />
      <input
        ref={calendar}
        type="date"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
        value={value.slice(0, 10)}
        onChange={({ target }) =>
          target.value && onMoment(`${target.value}T${value.slice(11) || '00:00:00'}`)
        }
      />
      {/* For the pointer: it is no part of the field's name, and the keyboard has the field. */}
      <IconButton
        aria-hidden
        tabIndex={-1}
        icon={CalendarDays}
        label={t('ui.moment.pick')}
        onClick={() => calendar.current?.showPicker()}
      />
    </Stack>
  )
}
