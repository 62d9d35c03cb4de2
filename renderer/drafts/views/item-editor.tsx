import { type Diagnostic } from '@codemirror/lint'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { JsonObject } from '#shared/model/json.ts'
import { Notice } from '../../ui/notice.tsx'
import { labelled, useText } from '../../i18n/text.ts'
import { FormFindings, ReportUnread, type FormFinding } from '../../form/finding-context.ts'
import { NamesInWords } from '../../form/field-name.tsx'
import { SchemaForm } from '../../form/schema-form.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { FormSchema } from '../../form/schema.ts'
import { changeItem, keyOfItem, stateOf, withoutItem, type DraftItem } from '../items/draft.ts'
import type { ItemFinding } from '../items/findings.ts'
import { formOf, pickedMembers } from '../items/form-schemas.ts'
import { rangeOf, stepsOf } from '../items/path.ts'
import { parseYaml, rewriteYaml, toYaml } from '../items/yaml-text.ts'
import { completeYaml, decidingMembers } from '../items/complete-yaml.ts'
import { withId } from '../items/entity-id.ts'
import { edit, redoEdit, undoEdit } from './drafts.ts'
import { FindingsList } from './findings-list.tsx'
import { itemTitle, STATE_TONES } from './item-words.ts'
import { entitiesInDraft } from './end-names.ts'
import { isJustAdded } from './open-items.ts'
import styles from './drafts.module.css'
import { EndPicker, SetPicker, TypePicker } from './pickers.tsx'
import type { DraftWork } from './use-draft-work.ts'
import { YamlEditor } from './yaml-editor.tsx'

interface ItemEditorProps {
  readonly work: DraftWork
  readonly item: DraftItem
}

const VIEWS = ['form', 'yaml'] as const

function diagnosticsOf(text: string, findings: readonly ItemFinding[]): Diagnostic[] {
  const parsed = parseYaml(text)
  if (!parsed.ok) {
    const { message, from, to } = parsed.problem
    return [{ from, to, message, severity: 'error' }]
  }
  return findings.map(({ path, message, severity }) => ({
    ...rangeOf(parsed.doc, stepsOf(path, parsed.value)),
    message: path === '' ? message : labelled(path, message),
    severity,
  }))
}

/** Findings by path for the form: missing values are less prominent, and errors override warnings. */
function byPathOf(findings: readonly ItemFinding[]): ReadonlyMap<string, FormFinding> {
  return new Map(
    findings
      .toSorted((a, b) => b.severity.localeCompare(a.severity))
      .map(({ path, message, severity, missing }) => [
        path,
        { message, severity: missing ? 'missing' : severity },
      ]),
  )
}

/** Puts the keyboard into the first field of an item that was just added: it waits to be filled in. */
function useFocusOfNew(id: string) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isJustAdded(id)) return
    // After a dialog or a menu that asked for it has given the focus back.
    requestAnimationFrame(() =>
      fields.current
        ?.querySelector<HTMLElement>(':is(input, select, textarea):not([type="hidden"])')
        ?.focus(),
    )
  }, [id])
  return fields
}

/** The fields of an item, with pickers for members that belong together. */
function FormView({ work, item }: ItemEditorProps) {
  const t = useText()
  const { id, target, sets, definitionOf } = work
  const fields = useFocusOfNew(item.id)
  const findings = work.findings.get(item.id) ?? NO_FINDINGS
  const parsed = parseYaml(item.text)
  const byPath = useMemo(() => byPathOf(findings), [findings])
  const drafted = useMemo(() => entitiesInDraft(work.draft.items), [work.draft.items])
  const schema = useMemo(
    () => (parsed.ok ? formOf(item.type, parsed.value, definitionOf(parsed.value), t) : undefined),
    [parsed, item.type, definitionOf, t],
  )
  if (!parsed.ok || !schema)
    return <EmptyState title={t('authoring.broken')} hint={t('authoring.brokenHint')} />
  const { value } = parsed
  const change = (next: JsonObject): void => {
    const whole = item.type === 'entity' && !item.before ? withId(definitionOf(next), value, next) : next
    void edit(id, `form:${item.id}`, (draft) =>
      changeItem(draft, item.id, { text: rewriteYaml(item.text, whole) }),
    )
  }
  const picked = {
    target,
    value,
    findings,
    onChange: (members: JsonObject) => change({ ...value, ...members }),
  }
  return (
    <Stack ref={fields} grow scroll pad={3} gap={3} className={styles['form']}>
      {item.type === 'entity' ? <SetPicker {...picked} sets={sets} /> : null}
      {item.type === 'relation' ? (
        <>
          {item.before ? null : (
            <Text as="p" tone="quiet" small>
              {t('authoring.new.relationHint')}{' '}
              <Button tone="link" onClick={work.createLink}>
                {t('authoring.new.linkInstead')}
              </Button>
            </Text>
          )}
          <EndPicker {...picked} side="src" drafted={drafted} />
          <TypePicker {...picked} />
          <EndPicker {...picked} side="dest" drafted={drafted} />
        </>
      ) : null}
      <ReportUnread value={work.reportUnread}>
        <FormFindings value={byPath}>
          <NamesInWords value>
            <SchemaForm schema={schema} value={value} onChange={(next) => change(next as JsonObject)} />
          </NamesInWords>
        </FormFindings>
      </ReportUnread>
    </Stack>
  )
}

/** The schema of an item's text, also while the text is invalid. */
function schemaOf(
  { type, text, before = {} }: DraftItem,
  definitionOf: DraftWork['definitionOf'],
): FormSchema {
  const parsed = parseYaml(text)
  const value = parsed.ok ? parsed.value : { ...before, ...decidingMembers(text) }
  const schema = formOf(type, value, definitionOf(value))
  return { ...schema, properties: { ...pickedMembers(type), ...schema.properties } }
}

const NO_FINDINGS: readonly ItemFinding[] = []

function Actions({ draftId, item }: { readonly draftId: string; readonly item: DraftItem }) {
  const t = useText()
  const { id, type, before, expire } = item
  return (
    <Stack as="span" row wrap gap={2}>
      {type !== 'element' && before ? (
        <Button
          aria-pressed={expire === true}
          onClick={() => edit(draftId, `expire:${id}`, (draft) => changeItem(draft, id, { expire: !expire }))}
        >
          {t('authoring.expire')}
        </Button>
      ) : null}
      {before && stateOf(item) !== 'same' ? (
        <Button
          onClick={() =>
            edit(draftId, `discard:${id}`, (draft) =>
              changeItem(draft, id, { text: toYaml(before), expire: false }),
            )
          }
        >
          {t('authoring.discard')}
        </Button>
      ) : null}
      <Button tone="quiet" onClick={() => edit(draftId, `close:${id}`, (draft) => withoutItem(draft, id))}>
        {t('authoring.takeOut')}
      </Button>
    </Stack>
  )
}

/** One item as a form and as YAML: two views of the same text. */
export function ItemEditor({ work, item }: ItemEditorProps) {
  const t = useText()
  const draftId = work.id
  const findings = work.findings.get(item.id) ?? NO_FINDINGS
  const [view, setView] = useState<(typeof VIEWS)[number]>('form')
  const state = stateOf(item)
  const { title } = itemTitle(item, t)
  const key = keyOfItem(item) ?? ''
  const diagnostics = useMemo(() => diagnosticsOf(item.text, findings), [item.text, findings])
  return (
    <Stack as="section" grow aria-label={title}>
      <Stack as="header" gap={1} fixed pad={[2, 3]} line="bottom">
        <Stack row wrap gap={2}>
          <Text as="h2" breaks style={{ fontSize: 'var(--text-title)' }}>
            {title}
          </Text>
          <Badge>{t(`authoring.type.${item.type}`)}</Badge>
          <Badge tone={STATE_TONES[state]}>{t(`authoring.state.${state}`)}</Badge>
        </Stack>
        {key.split('/').includes('') ? null : (
          <Text as="code" tone="quiet" small breaks>
            {key}
          </Text>
        )}
        <Stack row wrap gap={2} justify="space-between">
          <Segment
            label={t('authoring.view')}
            options={VIEWS.map((value) => ({ value, label: t(`authoring.view.${value}`) }))}
            value={view}
            onChange={setView}
          />
          <Actions draftId={draftId} item={item} />
        </Stack>
      </Stack>
      {item.expire ? <Notice tone="warning">{t('authoring.expireNote')}</Notice> : null}
      {/* Missing values are shown at their fields. */}
      <FindingsList findings={view === 'form' ? findings.filter(({ missing }) => !missing) : findings} />
      {view === 'form' ? (
        <FormView work={work} item={item} />
      ) : (
        <YamlEditor
          key={item.id}
          label={t('authoring.yaml')}
          text={item.text}
          diagnostics={diagnostics}
          complete={(text, at) => completeYaml(text, at, schemaOf(item, work.definitionOf))}
          onChange={(text) =>
            edit(draftId, `text:${item.id}`, (draft) => changeItem(draft, item.id, { text }))
          }
          onUndo={() => undoEdit(draftId)}
          onRedo={() => redoEdit(draftId)}
        />
      )}
    </Stack>
  )
}
