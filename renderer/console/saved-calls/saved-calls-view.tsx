import { Play, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { PastCall } from '#shared/documents/console.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { List } from '../../ui/list.tsx'
import { Row } from '../../ui/row.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { Age } from '../../ui/moment.tsx'
import {
  callsOf,
  savedCalls,
  type ToolPlace,
  withoutCalls,
  withoutPreset,
  withPreset,
} from './saved-calls.ts'

type Arguments = Readonly<Record<string, unknown>>

interface SavedCallsViewProps {
  readonly place: ToolPlace
  /** The form's current arguments. */
  readonly args: Arguments
  onUse(args: Arguments): void
  onCall(args: Arguments): void
}

/** The change is already applied locally; a storage failure is shown by the frame. */
const change = (make: Parameters<typeof savedCalls.change>[0]): void =>
  void savedCalls.change(make).catch(() => undefined)

/** Saves the form's arguments under a name. */
function SavePreset({ place, args }: Pick<SavedCallsViewProps, 'place' | 'args'>) {
  const t = useText()
  const [name, setName] = useState('')
  const save = (): void => {
    const given = name.trim()
    if (given === '') return
    change((saved) => withPreset(saved, place, { name: given, args: { ...args } }))
    setName('')
  }
  return (
    <Stack row gap={2} wrap>
      <Input
        aria-label={t('console.kept.name')}
        placeholder={t('console.kept.name')}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          // It is inside the tool's form, which Enter would submit.
          event.preventDefault()
          save()
        }}
      />
      <Button reason={name.trim() === '' ? t('ui.need') : undefined} onClick={save}>
        {t('console.kept.save')}
      </Button>
    </Stack>
  )
}

interface SavedRowProps {
  readonly label: string
  readonly note?: string
  readonly detail?: ReactNode
  onUse(): void
  onCall(): void
  onDelete(): void
}

function SavedRow({ label, note, detail, onUse, onCall, onDelete }: SavedRowProps) {
  const t = useText()
  return (
    <Row
      label={label}
      note={note}
      detail={detail}
      tooltip={t('console.kept.use')}
      onClick={onUse}
      actions={
        <>
          <IconButton icon={Play} label={t('console.kept.call')} onClick={onCall} />
          <IconButton icon={Trash2} label={t('console.kept.delete')} onClick={onDelete} />
        </>
      }
    />
  )
}

/** A tool's named presets and last calls: fill the form with them, call again, or delete. */
export function SavedCallsView({ place, args, onUse, onCall }: SavedCallsViewProps) {
  const t = useText()
  const { presets, calls } = callsOf(
    savedCalls.use(({ value }) => value),
    place,
  )
  useEffect(() => void savedCalls.load().catch(() => undefined), [])
  const outcomeOf = ({ at, outcome, milliseconds }: PastCall) => (
    <>
      <Age at={at} /> · {t(`console.kept.${outcome}`)} · {Math.round(milliseconds)} ms
    </>
  )
  return (
    <details>
      <summary>{t('console.kept.title', { count: presets.length + calls.length })}</summary>
      <Stack gap={2} pad={[2, 0]}>
        <SavePreset place={place} args={args} />
        <List label={t('console.kept.presets')} items={presets} keyOf={({ name }) => name}>
          {(preset) => (
            <SavedRow
              label={preset.name}
              note={JSON.stringify(preset.args)}
              onUse={() => onUse(preset.args)}
              onCall={() => onCall(preset.args)}
              onDelete={() => change((saved) => withoutPreset(saved, place, preset.name))}
            />
          )}
        </List>
        {calls.length > 0 ? (
          <Stack row justify="space-between">
            <Text small tone="quiet">
              {t('console.kept.calls')}
            </Text>
            <Button tone="quiet" onClick={() => change((saved) => withoutCalls(saved, place))}>
              {t('console.kept.deleteAll')}
            </Button>
          </Stack>
        ) : null}
        <List label={t('console.kept.calls')} items={calls} keyOf={({ at }) => at}>
          {(call) => (
            <SavedRow
              label={JSON.stringify(call.args)}
              detail={outcomeOf(call)}
              onUse={() => onUse(call.args)}
              onCall={() => onCall(call.args)}
              onDelete={() => change((saved) => withoutCalls(saved, place, call.at))}
            />
          )}
        </List>
      </Stack>
    </details>
  )
}
