import { yaml } from '@codemirror/lang-yaml'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { EMBEDDED_MODEL } from '#shared/workbench/embedded.ts'
import { Truncate } from '../../ui/truncate.tsx'
import { editorTheme } from '../../editor/theme.ts'
import { FailureNotice, ServiceMessage } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { Reviewed } from '../items/after-sending.ts'
import { type Draft, stateOf, keyOfItem, type DraftItem } from '../items/draft.ts'
import type { FindingsById, ItemFinding } from '../items/findings.ts'
import { endsOf } from '../items/relation-ends.ts'
import type { Outcome } from '../items/send-plan.ts'
import { toYaml } from '../items/yaml-text.ts'
import type { Target } from '../server/target.ts'
import { type NamesByKey, useEndNames } from './end-names.ts'
import { itemTitle, STATE_TONES } from './item-words.ts'
import { FindingsList } from './findings-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useReview } from './use-review.ts'
import { hasError } from './use-findings.ts'
import { RestoreModel } from './restore-model.tsx'
import styles from './drafts.module.css'

/** Time limit of the diff in milliseconds; after that it is coarser but still correct. */
const MAX_DIFF_MS = 400

/** The server's version beside what will be sent. */
function DiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return undefined
    const extensions = (label: string) => [
      lineNumbers(),
      yaml(),
      editorTheme,
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
    ]
    const view = new MergeView({
      a: { doc: before, extensions: extensions(t('authoring.review.before')) },
      b: { doc: after, extensions: extensions(t('authoring.review.after')) },
      parent: host.current,
      collapseUnchanged: { margin: 3, minSize: 6 },
      diffConfig: { scanLimit: 2000, timeout: MAX_DIFF_MS },
    })
    return () => view.destroy()
  }, [before, after, t])
  return <div ref={host} className={styles['diff']} />
}

const OUTCOME_TONES = { accepted: 'good', refused: 'bad', held: 'warning', unknown: 'warning' } as const

interface ReviewItemProps {
  readonly reviewed: Reviewed
  readonly wrong: boolean
  readonly findings: readonly ItemFinding[]
  readonly outcome: Outcome | undefined
  readonly chosen: boolean
  readonly shown: boolean
  readonly names: NamesByKey
  onChoose(chosen: boolean): void
  onShow(): void
}

/** One changed item in the review: whether to send it, and its outcome. */
function ReviewItem({
  reviewed,
  wrong,
  findings,
  outcome,
  chosen,
  shown,
  names,
  onChoose,
  onShow,
}: ReviewItemProps) {
  const t = useText()
  const { item, moved, nothing } = reviewed
  const { title, note } = itemTitle(item, t, names)
  const state = stateOf(item)
  return (
    <Stack as="li" row align="start" gap={1.5} aria-current={shown}>
      <input
        type="checkbox"
        aria-label={t('authoring.review.choose', { title })}
        checked={chosen}
        disabled={wrong || nothing || outcome?.state === 'accepted'}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <button type="button" onClick={onShow}>
        <Truncate strong>{title}</Truncate>
        <Truncate as="small">{note}</Truncate>
        <Stack as="span" row wrap gap={1}>
          {outcome ? (
            <Badge tone={OUTCOME_TONES[outcome.state]}>{t(`authoring.outcome.${outcome.state}`)}</Badge>
          ) : (
            <Badge tone={nothing ? 'neutral' : STATE_TONES[state]}>
              {nothing ? t('authoring.review.nothing') : t(`authoring.state.${state}`)}
            </Badge>
          )}
          {findings.length > 0 ? (
            <Badge tone={wrong ? 'bad' : 'warning'}>
              {t(wrong ? 'authoring.wrong' : 'authoring.warned', { count: findings.length })}
            </Badge>
          ) : null}
          {item.unasked && !nothing && !outcome ? (
            <Badge tone="warning">{t('authoring.review.undone')}</Badge>
          ) : moved && !nothing && !outcome ? (
            <Badge tone="warning">
              {t(state === 'new' ? 'authoring.review.exists' : 'authoring.review.moved')}
            </Badge>
          ) : null}
        </Stack>
        {outcome?.message ? (
          <Text tone="bad" small breaks>
            <ServiceMessage failure={{ code: outcome.code, message: outcome.message }} />
          </Text>
        ) : null}
      </button>
    </Stack>
  )
}

/** A relation in words, with the keys of its ends on demand. */
function RelationWords({ item, names }: { readonly item: DraftItem; readonly names: NamesByKey }) {
  const t = useText()
  const key = item.type === 'relation' ? keyOfItem(item) : undefined
  const ends = endsOf(key)
  if (ends.length === 0) return null
  const { title } = itemTitle(item, t)
  const words = ends.map((end) => {
    const [, set = '', id = ''] = end.split('/')
    return `${names.get(end) ?? id} · ${set}`
  })
  return (
    <Stack fixed pad={[1, 2]} line="bottom">
      <Text breaks>{words.join(` — ${title} → `)}</Text>
      <details>
        <Text as="summary" small tone="quiet">
          {t('authoring.review.ids')}
        </Text>
        {ends.map((end, place) => (
          <Text key={place} as="p" small breaks>
            <code>{end}</code>
          </Text>
        ))}
      </details>
    </Stack>
  )
}

/**
 * Whether sending replaces an element that the draft knows nothing of: written as new, it would take the place
 * of another's work. (Entities and relations written as new are refused by the server then.) Not chosen unasked.
 */
const replaces = ({ item, moved, nothing }: Reviewed): boolean =>
  item.type === 'element' && moved && !nothing && stateOf(item) === 'new'

interface ReviewDialogProps {
  readonly target: Target
  readonly draftId: string
  readonly draft: Draft
  readonly findings: FindingsById
  /** The item shown first. */
  readonly selected: string | undefined
  onClose(sent: boolean): void
}

/** Shows what will be sent, item by item beside the server's version; then the outcome of each. */
export function ReviewDialog({ target, draftId, draft, findings, selected, onClose }: ReviewDialogProps) {
  const t = useText()
  const review = useReview(target, draftId, draft)
  const { items, reading, failure, outcomes, sending, unsure } = review
  const names = useEndNames(target, draft.items)
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [shown, setShown] = useState(selected)
  const [partial, setPartial] = useState(false)
  const [restored, setRestored] = useState(false)
  const isChosen = (reviewed: Reviewed): boolean => {
    const { item, nothing } = reviewed
    return (
      (choices.get(item.id) ?? !(replaces(reviewed) || restored || item.unasked)) &&
      !nothing &&
      !hasError(findings, item.id) &&
      outcomes.get(item.id)?.state !== 'accepted'
    )
  }
  const chosen = items.filter(isChosen)
  const current = items.find(({ item }) => item.id === shown) ?? items[0]
  const isOurs = target.connection === EMBEDDED_MODEL
  const sent = items.some(
    ({ item }) => item.type === 'element' && outcomes.get(item.id)?.state === 'accepted',
  )
  const close = (): void => onClose(outcomes.size > 0 || restored)
  const payloads = chosen.some(({ item }) => item.type !== 'element' && !item.expire)
  return (
    <Dialog
      open
      width={1180}
      onOpenChange={close}
      title={t('authoring.review.title')}
      description={t(outcomes.size > 0 ? 'authoring.review.done' : 'authoring.review.hint')}
    >
      <FailureNotice failure={failure} />
      {chosen.some(({ item }) => item.type === 'element') ? (
        <Text as="p" small>
          {t(isOurs ? 'authoring.undoable' : 'authoring.lastingSent')}
        </Text>
      ) : null}
      {sent || restored ? (
        <RestoreModel
          connection={target.connection}
          onRestored={() => {
            setRestored(true)
            setChoices(new Map())
            void review.restart()
          }}
        />
      ) : null}
      <div className={styles['review']}>
        <ul aria-label={t('authoring.review.items')} aria-busy={reading}>
          {reading ? (
            <Text as="li" tone="quiet" pad={[0, 3]}>
              {t('authoring.review.reading')}
            </Text>
          ) : null}
          {items.map((reviewed) => (
            <ReviewItem
              key={reviewed.item.id}
              reviewed={reviewed}
              wrong={hasError(findings, reviewed.item.id)}
              findings={findings.get(reviewed.item.id) ?? []}
              outcome={outcomes.get(reviewed.item.id)}
              chosen={isChosen(reviewed)}
              shown={reviewed === current}
              names={names}
              onShow={() => setShown(reviewed.item.id)}
              onChoose={(choose) => setChoices((chosen) => new Map([...chosen, [reviewed.item.id, choose]]))}
            />
          ))}
        </ul>
        {current ? (
          <Stack style={{ minWidth: 0, minHeight: 0 }}>
            <RelationWords item={current.item} names={names} />
            {current.item.unasked || restored ? (
              <Notice tone="warning">{t('authoring.review.unasked')}</Notice>
            ) : null}
            {replaces(current) ? <Notice tone="warning">{t('authoring.review.replaces')}</Notice> : null}
            <FindingsList findings={findings.get(current.item.id) ?? []} />
            <DiffView
              key={current.item.id}
              before={current.now ? toYaml(current.now) : ''}
              after={current.item.expire ? '' : current.item.text}
            />
          </Stack>
        ) : (
          <div />
        )}
      </div>
      <DialogActions>
        {payloads ? (
          <Stack as="label" row gap={2} grow tone="quiet">
            <input type="checkbox" checked={partial} onChange={(event) => setPartial(event.target.checked)} />
            {t('authoring.review.partial')}
          </Stack>
        ) : null}
        <Text tone="quiet" small style={{ whiteSpace: 'nowrap' }} role="status">
          {sending ? t('authoring.sending') : unsure ? t('authoring.review.unsure') : ''}
        </Text>
        <Button onClick={sending ? review.cancel : close}>{t(sending ? 'ui.cancel' : 'ui.close')}</Button>
        {unsure ? (
          <Button
            tone="primary"
            reason={sending || reading ? t('ui.wait') : undefined}
            onClick={() => void review.check()}
          >
            {t('authoring.review.check')}
          </Button>
        ) : null}
        <Button
          tone="primary"
          reason={sending ? t('ui.wait') : unsure || chosen.length === 0 ? t('ui.need') : undefined}
          onClick={() => void review.send(new Set(chosen.map(({ item }) => item.id)), partial)}
        >
          {t('authoring.send', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
