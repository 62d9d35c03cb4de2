import { Download, Play, Square, Trash2, Users } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { agreementOf } from '#shared/environments/verdicts.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { saveFile } from '../../app/save-file.ts'
import { workbench } from '../../app/workbench.ts'
import { useKeyRefusal } from '../../app/key-role.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { FailureText } from '../../app/failure-text.tsx'
import { usePlatform, usePlatforms } from '../session/use-platform.ts'
import { offerFile, setView, useBenchView } from '../session/view-store.ts'
import { nameOfSet, removeRecordings, type Recordings } from './recordings.ts'

interface RecordingsBarProps {
  readonly id: string
  readonly set: Recordings
}

/** Actions on a whole set: replay, export, and exchange of reviews. */
export function RecordingsBar({ id, set }: RecordingsBarProps) {
  const t = useText()
  const { head, state, rows } = set
  const under = state.reading ?? state.replaying
  const title = head && nameOfSet(t, head)
  const name = title?.replace(/\.[^.]+$/, '') ?? 'recordings'
  return (
    <Stack row wrap fixed gap={2} pad={[1, 3]} line="bottom" style={{ minHeight: 'var(--bar)' }}>
      <strong>{title}</strong>
      {under ? (
        <>
          <progress
            aria-label={t(
              state.reading ? 'environments.recordings.reading' : 'environments.recordings.replaying',
            )}
            max={under.of || 1}
            value={under.done}
          />
          <Text tone="quiet">
            {state.reading
              ? t('environments.recordings.read', { count: rows.length })
              : t('environments.batch.played', { shown: under.done, total: under.of })}
          </Text>
        </>
      ) : null}
      {state.replaying ? (
        <Button onClick={() => void workbench.call('recordings.stop', { id })}>
          <Square size={14} aria-hidden />
          {t('environments.agent.stop')}
        </Button>
      ) : (
        <ReplayButton id={id} set={set} />
      )}
      <Button
        reason={rows.length === 0 ? t('ui.none.rows') : undefined}
        onClick={() => offerFile({ of: 'recordings', id }, name)}
      >
        <Download size={14} aria-hidden />
        {t('environments.write.episodes')}
      </Button>
      <Verdicts id={id} set={set} name={name}>
        <IconButton
          icon={Trash2}
          label={t('environments.recordings.remove')}
          reason={state.replaying === undefined ? undefined : t('ui.wait')}
          onClick={() => removeRecordings(id)}
        />
      </Verdicts>
    </Stack>
  )
}

/** Replays every episode on the selected platform. */
function ReplayButton({ id, set: { rows, state } }: RecordingsBarProps) {
  const t = useText()
  const platforms = usePlatforms()
  const usual = usePlatform()
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState('')
  const platform = platforms.find((one) => one.id === chosen) ?? usual
  const refused = useKeyRefusal()
  const isNamed = rows.every(({ envId }) => envId !== '')
  const envId = typed.trim()
  const reason =
    (platform ? refused(platform.id) : t('environments.platform.none')) ??
    (state.reading === undefined ? undefined : t('ui.wait')) ??
    (rows.length === 0 ? t('ui.none.rows') : undefined) ??
    (!isNamed && envId === '' ? t('environments.recordings.needId') : undefined)
  const replay = (): void => {
    if (platform)
      void workbench.call('recordings.replay', { id, platform: platform.id, envId: envId || undefined })
  }
  return (
    <>
      {isNamed ? null : (
        <Input
          aria-label={t('environments.entry.id')}
          placeholder={t('environments.recordings.envId')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {platforms.length > 1 ? (
        <Select
          aria-label={t('environments.platform')}
          value={platform?.id ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        >
          {platforms.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      ) : null}
      <Button tone="primary" reason={reason} onClick={replay}>
        <Play size={14} aria-hidden />
        {t('environments.recordings.replay')}
      </Button>
    </>
  )
}

interface VerdictsProps extends RecordingsBarProps {
  readonly name: string
  /** The last button, before the messages. */
  readonly children: ReactNode
}

/** Exports the user's verdicts, merges another reviewer's, and shows their agreement. */
function Verdicts({ id, set, name, children }: VerdictsProps) {
  const t = useText()
  const reviewer = useBenchView((state) => state.reviewer)
  const [notice, setNotice] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const self = reviewer.trim() || t('environments.review.self')
  // Files without a reviewer's name could not be told apart when merged.
  const nameless = reviewer.trim() === '' ? t('environments.review.needName') : undefined
  const lacking = set.remarks.length === 0 ? t('ui.none.rows') : nameless
  const agreement = useMemo(() => agreementOf(set.remarks, self), [set.remarks, self])
  const write = async (): Promise<void> => {
    const { text } = await workbench.call('recordings.verdicts', { id, reviewer: self })
    saveFile(`${name}.verdicts.jsonl`, text, 'application/x-ndjson')
  }
  const merge = async (file: File): Promise<void> => {
    try {
      const { merged, unknown } = await workbench.call('recordings.merge', { id, text: await file.text() })
      setNotice(t('environments.review.merged', { merged, unknown }))
      setFailure(undefined)
    } catch (error) {
      setNotice(undefined)
      setFailure(toFailure(error))
    }
  }
  return (
    <>
      <Input
        aria-label={t('environments.review.name')}
        placeholder={t('environments.review.name')}
        value={reviewer}
        style={{ width: '11ch' }}
        onChange={(event) => setView({ reviewer: event.target.value })}
      />
      <Button reason={lacking} onClick={() => void write()}>
        {t('environments.review.write')}
      </Button>
      <FileInput label={t('environments.review.merge')} accept=".jsonl" onFile={(file) => void merge(file)}>
        <Users size={14} aria-hidden />
        {t('environments.review.merge')}
      </FileInput>
      {children}
      {notice ? (
        <Text role="status" tone="quiet">
          {notice}
        </Text>
      ) : null}
      {failure ? (
        <Text role="alert" tone="bad">
          <FailureText failure={failure} />
        </Text>
      ) : null}
      {agreement.map(({ reviewers: [one, other], both, share, kappa }) => (
        <Text key={`${one}/${other}`} tone="quiet">
          {t('environments.review.agreement', {
            one,
            other,
            both,
            share: Math.round(share * 100),
            kappa: kappa === undefined ? '–' : kappa.toFixed(2),
          })}
        </Text>
      ))}
    </>
  )
}
