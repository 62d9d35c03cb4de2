import { yaml } from '@codemirror/lang-yaml'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { editorTheme } from '../../editor/theme.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { Reviewed } from '../draft/after-sending.ts'
import { type Draft, stateOf } from '../draft/draft.ts'
import type { FindingsById } from '../draft/findings.ts'
import type { Outcome } from '../draft/send-plan.ts'
import { toYaml } from '../draft/yaml-text.ts'
import type { Target } from '../server/target.ts'
import { itemTitle, STATE_TONES } from './item-words.ts'
import { hasError } from './use-findings.ts'
import { useReview } from './use-review.ts'
import styles from './authoring.module.css'

/** Differences are looked for no longer than this, in milliseconds; a coarser diff is still a right one. */
const PATIENCE = 400

/** What the server has beside what will be sent. */
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
      diffConfig: { scanLimit: 2000, timeout: PATIENCE },
    })
    return () => view.destroy()
  }, [before, after, t])
  return <div ref={host} className={styles['diff']} />
}

const OUTCOME_TONES = { accepted: 'good', refused: 'bad', held: 'warning', unknown: 'warning' } as const

interface ReviewItemProps {
  readonly reviewed: Reviewed
  readonly wrong: boolean
  readonly outcome: Outcome | undefined
  readonly chosen: boolean
  readonly shown: boolean
  onChoose(chosen: boolean): void
  onShow(): void
}

/** One changed item in the list of the review: whether it goes, and what became of it. */
function ReviewItem({ reviewed, wrong, outcome, chosen, shown, onChoose, onShow }: ReviewItemProps) {
  const t = useText()
  const { item, moved, nothing } = reviewed
  const { title, note } = itemTitle(item, t)
  const state = stateOf(item)
  return (
    <li aria-current={shown}>
      <input
        type="checkbox"
        aria-label={t('authoring.review.choose', { title })}
        checked={chosen}
        disabled={wrong || nothing || outcome?.state === 'accepted'}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <button type="button" onClick={onShow}>
        <b>{title}</b>
        <small>{note}</small>
        <span className={styles['badges']}>
          {outcome ? (
            <Badge tone={OUTCOME_TONES[outcome.state]}>{t(`authoring.outcome.${outcome.state}`)}</Badge>
          ) : (
            <Badge tone={nothing ? 'neutral' : STATE_TONES[state]}>
              {nothing ? t('authoring.review.nothing') : t(`authoring.state.${state}`)}
            </Badge>
          )}
          {wrong ? <Badge tone="bad">{t('authoring.wrong')}</Badge> : null}
          {moved && !nothing && !outcome ? <Badge tone="warning">{t('authoring.review.moved')}</Badge> : null}
        </span>
        {outcome?.message ? (
          <Text tone="bad" small breaks>
            {outcome.message}
          </Text>
        ) : null}
      </button>
    </li>
  )
}

interface ReviewDialogProps {
  readonly target: Target
  readonly draftId: string
  readonly draft: Draft
  readonly findings: FindingsById
  /** The item that is looked at first. */
  readonly selected: string | undefined
  onClose(sent: boolean): void
}

/** What will be sent, item by item, beside what the server has; then what the server said to each. */
export function ReviewDialog({ target, draftId, draft, findings, selected, onClose }: ReviewDialogProps) {
  const t = useText()
  const review = useReview(target, draftId, draft)
  const { items, reading, failure, outcomes, sending, unsure } = review
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(selected)
  const [partial, setPartial] = useState(false)
  const isChosen = ({ item, nothing }: Reviewed): boolean =>
    !left.has(item.id) &&
    !nothing &&
    !hasError(findings, item.id) &&
    outcomes.get(item.id)?.state !== 'accepted'
  const chosen = items.filter(isChosen)
  const current = items.find(({ item }) => item.id === shown) ?? items[0]
  const payloads = chosen.some(({ item }) => item.type !== 'element' && !item.expire)
  return (
    <Dialog
      open
      width={1180}
      onOpenChange={() => onClose(outcomes.size > 0)}
      title={t('authoring.review.title')}
      description={t(outcomes.size > 0 ? 'authoring.review.done' : 'authoring.review.hint')}
    >
      {failure ? (
        <p className={styles['failure']} role="alert">
          <FailureText failure={failure} />
        </p>
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
              outcome={outcomes.get(reviewed.item.id)}
              chosen={isChosen(reviewed)}
              shown={reviewed === current}
              onShow={() => setShown(reviewed.item.id)}
              onChoose={(choose) =>
                setLeft(
                  (ids) =>
                    new Set(
                      choose ? [...ids].filter((id) => id !== reviewed.item.id) : [...ids, reviewed.item.id],
                    ),
                )
              }
            />
          ))}
        </ul>
        {current ? (
          <DiffView
            key={current.item.id}
            before={current.now ? toYaml(current.now) : ''}
            after={current.item.expire ? '' : current.item.text}
          />
        ) : (
          <div />
        )}
      </div>
      <DialogActions>
        {payloads ? (
          <Stack as="label" row gap={1.5} grow tone="quiet">
            <input type="checkbox" checked={partial} onChange={(event) => setPartial(event.target.checked)} />
            {t('authoring.review.partial')}
          </Stack>
        ) : null}
        <Text tone="quiet" small className={styles['summary']} role="status">
          {sending ? t('authoring.sending') : unsure ? t('authoring.review.unsure') : ''}
        </Text>
        <Button onClick={sending ? review.cancel : () => onClose(outcomes.size > 0)}>
          {t(sending ? 'ui.cancel' : 'ui.close')}
        </Button>
        {unsure ? (
          <Button tone="primary" disabled={sending || reading} onClick={() => void review.check()}>
            {t('authoring.review.check')}
          </Button>
        ) : null}
        <Button
          tone="primary"
          disabled={sending || unsure || chosen.length === 0}
          onClick={() => void review.send(new Set(chosen.map(({ item }) => item.id)), partial)}
        >
          {t('authoring.send', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
