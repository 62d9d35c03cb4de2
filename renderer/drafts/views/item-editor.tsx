import { Notice } from '../../ui/notice.tsx'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { useMemo, useState, useEffect, useRef } from 'react'
import type { JsonObject } from '#shared/model/json.ts'
import { useText } from '../../i18n/text.ts'
import { FormFindings, type FormFinding } from '../../form/finding-context.ts'
import { SchemaForm } from '../../form/schema-form.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { changeItem, keyOfItem, stateOf, withoutItem, type DraftItem } from '../items/draft.ts'
import type { ItemFinding } from '../items/findings.ts'
import { formOf } from '../items/form-schemas.ts'
import { rangeOf, stepsOf } from '../items/path.ts'
import { parseYaml, rewriteYaml, toYaml } from '../items/yaml-text.ts'
import { edit, redoEdit, undoEdit } from './drafts.ts'
import { itemTitle, STATE_TONES } from './item-words.ts'
import styles from './drafts.module.css'
import { defaultKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { editorTheme } from '../../editor/theme.ts'

interface YamlEditorProps {
  readonly label: string
  readonly text: string
  readonly diagnostics: readonly Diagnostic[]
  onChange(text: string): void
  onUndo(): void
  onRedo(): void
}

/** The part of the text that differs, so that the cursor and the folds stay where they are. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0
  while (from < before.length && from < after.length && before[from] === after[from]) from++
  let end = 0
  while (
    end < Math.min(before.length, after.length) - from &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

/** An item's text. Undo is the draft's own, shared with the form, so the editor keeps no history. */
function YamlEditor({ label, text, diagnostics, ...props }: YamlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const calls = useRef(props)
  const first = useRef(text)
  useEffect(() => {
    calls.current = props
  })

  useEffect(() => {
    if (!host.current) return undefined
    const run = (name: 'onUndo' | 'onRedo') => () => {
      calls.current[name]()
      return true
    }
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          foldGutter(),
          codeFolding(),
          lintGutter(),
          drawSelection(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          bracketMatching(),
          indentOnInput(),
          search({ top: true }),
          yaml(),
          editorTheme,
          keymap.of([
            { key: 'Mod-z', run: run('onUndo'), shift: run('onRedo'), preventDefault: true },
            { key: 'Mod-y', run: run('onRedo'), preventDefault: true },
            ...lintKeymap,
            ...searchKeymap,
            ...foldKeymap,
            // Escape and then Tab leaves the editor (WCAG 2.1.2).
            indentWithTab,
            ...defaultKeymap,
          ]),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            const own = update.transactions.some((transaction) => transaction.isUserEvent('outside'))
            if (update.docChanged && !own) calls.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const before = editor.state.doc.toString()
    if (before !== text) editor.dispatch({ changes: difference(before, text), userEvent: 'outside' })
  }, [text, label])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const { length } = editor.state.doc
    const inside = diagnostics.map((one) => ({
      ...one,
      from: Math.min(one.from, length),
      to: Math.min(Math.max(one.to, one.from), length),
    }))
    editor.dispatch(setDiagnostics(editor.state, inside))
  }, [diagnostics, label])

  return <div ref={host} className={styles['code']} />
}

interface ItemEditorProps {
  readonly draftId: string
  readonly item: DraftItem
  readonly findings: readonly ItemFinding[]
  /** The entity set of an entity, where the model has it. */
  readonly definition: JsonObject | undefined
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
    message: path === '' ? message : `${path}: ${message}`,
    severity,
  }))
}

/** Everything found about the item, with its path. */
function Findings({ findings }: { readonly findings: readonly ItemFinding[] }) {
  const t = useText()
  if (findings.length === 0) return null
  return (
    <Stack
      as="ul"
      fixed
      scroll
      gap={1}
      pad={[2, 3]}
      line="bottom"
      className={styles['findings']}
      aria-label={t('authoring.findings')}
    >
      {findings.map(({ path, message, severity }, index) => (
        <Stack as="li" key={index} row wrap align="baseline" gap={2}>
          <Badge tone={severity === 'error' ? 'bad' : 'warning'}>{t(`authoring.severity.${severity}`)}</Badge>
          {path === '' ? null : (
            <Text as="code" breaks>
              {path}
            </Text>
          )}
          <span>{message}</span>
        </Stack>
      ))}
    </Stack>
  )
}

function FormView({ draftId, item, findings, definition }: ItemEditorProps) {
  const t = useText()
  const parsed = parseYaml(item.text)
  const byPath = useMemo(
    () =>
      new Map<string, FormFinding>(
        // An error at a path outweighs a warning there, so errors come last.
        [...findings]
          .sort((a, b) => b.severity.localeCompare(a.severity))
          .map(({ path, ...finding }) => [path, finding]),
      ),
    [findings],
  )
  const schema = useMemo(
    () => (parsed.ok ? formOf(item.type, parsed.value, definition) : undefined),
    [parsed, item.type, definition],
  )
  if (!parsed.ok || !schema)
    return <EmptyState title={t('authoring.broken')} hint={t('authoring.brokenHint')} />
  return (
    <Stack grow scroll pad={3} className={styles['form']}>
      <FormFindings value={byPath}>
        <SchemaForm
          schema={schema}
          value={parsed.value}
          onChange={(value) =>
            edit(draftId, `form:${item.id}`, (draft) =>
              changeItem(draft, item.id, { text: rewriteYaml(item.text, value as JsonObject) }),
            )
          }
        />
      </FormFindings>
    </Stack>
  )
}

function Actions({ draftId, item }: Pick<ItemEditorProps, 'draftId' | 'item'>) {
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
export function ItemEditor(props: ItemEditorProps) {
  const t = useText()
  const { draftId, item, findings } = props
  const [view, setView] = useState<(typeof VIEWS)[number]>('form')
  const state = stateOf(item)
  const { title } = itemTitle(item, t)
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
        <Text as="code" tone="quiet" small breaks>
          {keyOfItem(item)}
        </Text>
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
      <Findings findings={findings} />
      {view === 'form' ? (
        <FormView {...props} />
      ) : (
        <YamlEditor
          key={item.id}
          label={t('authoring.yaml')}
          text={item.text}
          diagnostics={diagnostics}
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
