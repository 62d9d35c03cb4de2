import { useEffect, useRef, useState } from 'react'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { kindColour } from '../../graph/scene/palette.ts'
import { lacksPayloads, readPayloads } from '../store/payloads.ts'
import { HUES } from '../../graph/scene/kinds.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { ruleMatches, type StyleRule } from '../view/style-rule.ts'
import { viewOf } from '../view/surface.ts'
import { changeView } from '../view/surface-actions.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import styles from './dialogs.module.css'
import swatch from './swatch.module.css'

/** Rules that give nodes a hue by kind, domain or the value of a field; later rules win. */
export function StylesDialog() {
  const t = useText()
  const surface = useSurface()
  const rules = useSurfaceState((state) => viewOf(state).rules)
  const graph = useSurfaceState((state) => state.graph)
  const [draft, setDraft] = useState<StyleRule>({ by: 'kind', field: '', value: '', hue: 1 })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const abort = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    abort.current = own
    return () => own.abort()
  }, [])
  const set = (next: readonly StyleRule[]): void => {
    changeView(surface, t('explorer.step.style'), (view) => ({ ...view, rules: next }))
  }
  /** The index names elements without their fields; a rule on a field needs them. */
  const readFields = async (): Promise<void> => {
    if (surface.getState().id !== 'model' || !lacksPayloads()) return
    setBusy(true)
    try {
      await readPayloads(abort.current.signal)
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const values = [
    ...new Set(graph.nodes.map((node) => (draft.by === 'domain' ? node.domain : node.kind))),
  ].sort()
  const matching = (rule: StyleRule): number => graph.nodes.filter((node) => ruleMatches(rule, node)).length
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.styles.title')}
      description={t('explorer.styles.hint')}
      width={600}
    >
      <Form
        className={styles['row']}
        onSubmit={() => {
          if (draft.value === '') return
          set([...rules, draft])
          if (draft.by === 'field') void readFields()
        }}
      >
        <Select
          aria-label={t('explorer.styles.by')}
          value={draft.by}
          onChange={(event) => setDraft({ ...draft, by: event.target.value as StyleRule['by'], value: '' })}
        >
          <option value="kind">{t('explorer.column.kind')}</option>
          <option value="domain">{t('explorer.column.domain')}</option>
          <option value="field">{t('explorer.styles.field')}</option>
        </Select>
        {draft.by === 'field' ? (
          <>
            <Input
              aria-label={t('explorer.styles.fieldName')}
              placeholder={t('explorer.styles.fieldName')}
              value={draft.field ?? ''}
              onChange={(event) => setDraft({ ...draft, field: event.target.value })}
            />
            <Input
              aria-label={t('explorer.styles.value')}
              placeholder={t('explorer.styles.value')}
              value={draft.value}
              onChange={(event) => setDraft({ ...draft, value: event.target.value })}
            />
          </>
        ) : (
          <Select
            aria-label={t('explorer.styles.value')}
            value={draft.value}
            onChange={(event) => setDraft({ ...draft, value: event.target.value })}
          >
            <option value="">{t('explorer.styles.value')}</option>
            {values.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </Select>
        )}
        <Button type="submit" reason={draft.value === '' ? t('ui.need') : undefined}>
          {t('explorer.styles.add')}
        </Button>
        <div className={swatch['swatches']} role="radiogroup" aria-label={t('explorer.styles.hue')}>
          {Array.from({ length: HUES + 1 }, (_, hue) => (
            <button
              key={hue}
              type="button"
              role="radio"
              aria-checked={draft.hue === hue}
              aria-label={t('explorer.styles.hueNumber', { hue })}
              style={{ background: kindColour(hue) }}
              onClick={() => setDraft({ ...draft, hue })}
            />
          ))}
        </div>
      </Form>
      {busy ? <p role="status">{t('explorer.styles.reading')}</p> : null}
      <FailureNotice failure={failure} />
      <Stack as="ul" scroll className={styles['list']}>
        {rules.map((rule, index) => (
          <li key={index}>
            <span>
              <i className={swatch['dot']} style={{ background: kindColour(rule.hue) }} />{' '}
              {rule.by === 'field' ? rule.field : rule.by} = {rule.value}
            </span>
            <small>{t('explorer.styles.matching', { count: matching(rule) })}</small>
            <Button tone="danger" onClick={() => set(rules.filter((_, place) => place !== index))}>
              {t('explorer.views.remove')}
            </Button>
          </li>
        ))}
      </Stack>
    </Dialog>
  )
}
