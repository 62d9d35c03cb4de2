import { Ban } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { FailureNotice } from '../../app/failure-text.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { Form, Stack } from '../../ui/stack.tsx'
import { IconSign } from '../../graph/canvas/kind-icon.tsx'
import { CHOICES } from '../../graph/scene/icons.ts'
import { kindColour } from '../../graph/scene/palette.ts'
import type { GraphNode } from '../graph/graph.ts'
import { lacksPayloads, readPayloads } from '../store/payloads.ts'
import type { Icon } from '../../graph/scene/kinds.ts'
import { CHOSEN_HUES, colourName } from './colour-name.ts'
import { closeDialog } from '../panels/dialog-store.ts'
import { RuleLine } from '../panels/rule-line.tsx'
import { ruleMatches, type StyleRule, valueOf } from '../view/style-rule.ts'
import { viewOf } from '../view/surface.ts'
import { changeView } from '../view/surface-actions.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { typeName } from '../graph/set-names.ts'
import styles from './dialogs.module.css'
import swatch from './swatch.module.css'

/** How a rule selects nodes; `scale` maps a numeric field to a colour scale, `states` colours by what states say. */
const WAYS = ['kind', 'domain', 'field', 'scale', 'states'] as const
type Way = (typeof WAYS)[number]
/** Whether the nodes' own values choose the colour. */
const isColouring = (way: string): boolean => way === 'scale' || way === 'states'
const SIZES = [1, 1.25, 1.5, 2]

const wayOf = ({ by, gradient, states }: StyleRule): Way => (states ? 'states' : gradient ? 'scale' : by)

/** Nodes scanned for field names to suggest. */
const MAX_SAMPLED = 500

function fieldsOf(nodes: readonly GraphNode[]): string[] {
  const names = new Set<string>()
  for (const { data } of nodes.slice(0, MAX_SAMPLED))
    for (const [name, value] of Object.entries(data ?? {})) if (typeof value !== 'object') names.add(name)
  return [...names].sort()
}

/** Most values of a field to suggest. */
const MAX_VALUES = 50

/** Values of a field, most frequent first. */
function valuesOf(nodes: readonly GraphNode[], field: string): string[] {
  const counts = new Map<string, number>()
  for (const node of nodes.slice(0, MAX_SAMPLED)) {
    const value = valueOf(node, field)
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_VALUES)
    .map(([value]) => value)
}

/** Edits the style rules of nodes; later rules win. */
export function StylesDialog() {
  const t = useText()
  const surface = useSurface()
  const rules = useSurfaceState((state) => viewOf(state).rules)
  const graph = useSurfaceState((state) => state.graph)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const abort = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    abort.current = own
    return () => own.abort()
  }, [])
  const set = (next: readonly StyleRule[]): void =>
    changeView(surface, t('explorer.step.style'), (view) => ({ ...view, rules: next }))
  /** The index has no fields; a rule on a field needs them. */
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
  const add = (rule: StyleRule): void => {
    set([...rules, rule])
    if (rule.by === 'field' || rule.caption !== undefined) void readFields()
  }
  return (
    <Dialog
      open
      onOpenChange={closeDialog}
      title={t('explorer.styles.title')}
      description={t('explorer.styles.hint')}
      width={680}
    >
      <RuleForm nodes={graph.nodes} onAdd={add} />
      {busy ? <p role="status">{t('explorer.styles.reading')}</p> : null}
      <FailureNotice failure={failure} />
      <Stack as="ul" scroll className={styles['list']}>
        {rules.map((rule, index) => (
          <li key={index}>
            <RuleLine rule={rule} nodes={graph.nodes} />
            <small>
              {t('explorer.styles.matching', {
                count: graph.nodes.filter((node) => ruleMatches(rule, node)).length,
              })}
            </small>
            <Button tone="danger" onClick={() => set(rules.filter((_, place) => place !== index))}>
              {t('explorer.views.remove')}
            </Button>
          </li>
        ))}
      </Stack>
    </Dialog>
  )
}

interface RuleFormProps {
  readonly nodes: readonly GraphNode[]
  onAdd(rule: StyleRule): void
}

/** Form for a new rule: what it matches and what it changes. */
function RuleForm({ nodes, onAdd }: RuleFormProps) {
  const t = useText()
  const [draft, setDraft] = useState<StyleRule>({ by: 'kind', field: '', value: '', hue: 1 })
  const way = wayOf(draft)
  const change = (part: Partial<StyleRule>): void => setDraft({ ...draft, ...part })
  const fields = useMemo(() => fieldsOf(nodes), [nodes])
  const values = useMemo(
    () =>
      way === 'field'
        ? valuesOf(nodes, draft.field ?? '')
        : [...new Set(nodes.map((node) => (way === 'domain' ? node.domain : node.kind)))].sort(),
    [nodes, way, draft.field],
  )
  const field = (
    <Input
      aria-label={t('explorer.styles.fieldName')}
      placeholder={t('explorer.styles.fieldName')}
      list="explorer-style-fields"
      value={draft.field ?? ''}
      onChange={(event) => change({ field: event.target.value })}
    />
  )
  const lacking =
    ((way === 'field' || way === 'scale') && draft.field === '') ||
    (!isColouring(way) &&
      (draft.value === '' || (draft.hue ?? draft.size ?? draft.icon ?? draft.caption) === undefined))
  return (
    <Form className={styles['row']} onSubmit={() => !lacking && onAdd(draft)}>
      <datalist id="explorer-style-fields">
        {fields.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Select
        aria-label={t('explorer.styles.by')}
        value={way}
        onChange={({ target }) =>
          isColouring(target.value)
            ? change({
                by: 'field',
                value: '',
                gradient: target.value === 'scale' || undefined,
                states: target.value === 'states' || undefined,
                hue: undefined,
              })
            : change({
                by: target.value as StyleRule['by'],
                value: '',
                gradient: undefined,
                states: undefined,
                hue: draft.hue ?? 1,
              })
        }
      >
        {WAYS.map((one) => (
          <option key={one} value={one}>
            {t(one === 'kind' || one === 'domain' ? `explorer.column.${one}` : `explorer.styles.${one}`)}
          </option>
        ))}
      </Select>
      {way === 'field' || way === 'scale' ? field : null}
      <datalist id="explorer-style-values">
        {way === 'field' ? values.map((value) => <option key={value}>{value}</option>) : null}
      </datalist>
      {way === 'field' ? (
        <Input
          aria-label={t('explorer.styles.value')}
          placeholder={t('explorer.styles.value')}
          list="explorer-style-values"
          value={draft.value}
          onChange={(event) => change({ value: event.target.value })}
        />
      ) : isColouring(way) ? null : (
        <Select
          aria-label={t('explorer.styles.value')}
          value={draft.value}
          onChange={(event) => change({ value: event.target.value })}
        >
          <option value="">{t('explorer.styles.value')}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {way === 'kind' ? typeName(value) : value}
            </option>
          ))}
        </Select>
      )}
      <Icons value={draft.icon} onChange={(icon) => change({ icon })} />
      {isColouring(way) ? null : <Hues value={draft.hue} onChange={(hue) => change({ hue })} />}
      <Select
        aria-label={t('explorer.styles.size')}
        value={draft.size ?? 1}
        onChange={({ target }) => change({ size: target.value === '1' ? undefined : Number(target.value) })}
      >
        {SIZES.map((size) => (
          <option key={size} value={size}>
            {size === 1 ? t('explorer.styles.sameSize') : t('explorer.styles.times', { size })}
          </option>
        ))}
      </Select>
      <Input
        aria-label={t('explorer.styles.caption')}
        placeholder={t('explorer.styles.caption')}
        list="explorer-style-fields"
        value={draft.caption ?? ''}
        onChange={({ target }) => change({ caption: target.value === '' ? undefined : target.value })}
      />
      <Button type="submit" reason={lacking ? t('ui.need') : undefined}>
        {t('explorer.styles.add')}
      </Button>
    </Form>
  )
}

/** The first of the choices: what the node has without the rule. */
function Usual({ name, checked, onChoose }: { name: string; checked: boolean; onChoose(): void }) {
  return (
    <button
      type="button"
      role="radio"
      aria-checked={checked}
      aria-label={name}
      title={name}
      onClick={onChoose}
    >
      <Ban size={13} aria-hidden />
    </button>
  )
}

/** Colour choice. */
function Hues({ value, onChange }: { value: number | undefined; onChange(hue: number | undefined): void }) {
  const t = useText()
  const [shown, setShown] = useState<readonly string[]>([])
  // A theme's colours differ from another's also in what they are called.
  const read = useCallback((box: HTMLElement | null) => {
    if (box) setShown(Array.from(box.children, (swatch) => getComputedStyle(swatch).backgroundColor))
  }, [])
  return (
    <div ref={read} className={swatch['swatches']} role="radiogroup" aria-label={t('explorer.styles.hue')}>
      <Usual
        name={t('explorer.styles.usualColour')}
        checked={value === undefined}
        onChoose={() => onChange(undefined)}
      />
      {CHOSEN_HUES.map((hue, place) => {
        const words = t('explorer.styles.colour', colourName(shown[place + 1] ?? ''))
        const name = words.charAt(0).toUpperCase() + words.slice(1)
        return (
          <button
            key={hue}
            type="button"
            role="radio"
            aria-checked={value === hue}
            aria-label={name}
            title={name}
            style={{ background: kindColour(hue) }}
            onClick={() => onChange(hue)}
          />
        )
      })}
    </div>
  )
}

/** Icon choice. */
function Icons({ value, onChange }: { value: Icon | undefined; onChange(icon: Icon | undefined): void }) {
  const t = useText()
  return (
    <div className={swatch['swatches']} role="radiogroup" aria-label={t('explorer.styles.icon')}>
      <Usual
        name={t('explorer.styles.usualIcon')}
        checked={value === undefined}
        onChoose={() => onChange(undefined)}
      />
      {CHOICES.map((icon) => (
        <button
          key={icon}
          type="button"
          role="radio"
          aria-checked={value === icon}
          aria-label={t(`explorer.styles.sign.${icon}`)}
          title={t(`explorer.styles.sign.${icon}`)}
          onClick={() => onChange(icon)}
        >
          <IconSign icon={icon} />
        </button>
      ))}
    </div>
  )
}
