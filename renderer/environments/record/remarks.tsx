import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { type Episode, eventOf, turnOf, type Verdict } from '#shared/environments/episode.ts'
import { remarkOn } from '../episode/episodes.ts'
import styles from '../parts/panes.module.css'
import { TagsField } from '../parts/tags-field.tsx'

/** Notes and verdicts, for the turn that is looked at and for the whole episode. */
export function Remarks({ episode }: { readonly episode: Episode }) {
  const t = useText()
  const event = eventOf(episode)
  const { current, id } = episode
  return (
    <Stack gap={3} pad={[2, 3]} className={styles['remarks']}>
      <RemarkFields
        key={current}
        title={t('environments.remarks.turn', { turn: turnOf(episode) })}
        note={event.note ?? ''}
        verdict={event.verdict}
        onNote={(note) => void remarkOn(id, { event: current, note })}
        onVerdict={(verdict) => void remarkOn(id, { event: current, verdict: verdict ?? null })}
        tags={event.tags ?? []}
        onTags={(tags) => void remarkOn(id, { event: current, tags })}
      />
      <RemarkFields
        title={t('environments.remarks.episode')}
        note={episode.note ?? ''}
        verdict={episode.verdict}
        onNote={(note) => void remarkOn(id, { note })}
        onVerdict={(verdict) => void remarkOn(id, { verdict: verdict ?? null })}
        tags={episode.tags ?? []}
        onTags={(tags) => void remarkOn(id, { tags })}
      />
    </Stack>
  )
}

interface RemarkFieldsProps {
  readonly title: string
  readonly note: string
  readonly verdict: Verdict | undefined
  onNote(note: string): void
  onVerdict(verdict: Verdict | undefined): void
  readonly tags: readonly string[]
  onTags(tags: string[]): void
}

function RemarkFields(props: RemarkFieldsProps) {
  const { title, note, verdict, onNote, onVerdict, tags, onTags } = props
  const t = useText()
  return (
    <fieldset>
      <legend>{title}</legend>
      <Stack row align="stretch" gap={1}>
        {(['bug', 'expected'] as const).map((name) => (
          <Button
            key={name}
            aria-pressed={verdict === name}
            onClick={() => onVerdict(verdict === name ? undefined : name)}
          >
            {t(`environments.verdict.${name}`)}
          </Button>
        ))}
      </Stack>
      <textarea
        aria-label={t('environments.note')}
        placeholder={t('environments.note.placeholder')}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
      <TagsField key={tags.join(' ')} tags={tags} onTags={onTags} />
    </fieldset>
  )
}
