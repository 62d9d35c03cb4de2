import { useState } from 'react'
import { type JsonObject, textOf } from '#shared/model/json.ts'
import { useText } from '../../i18n/text.ts'
import { shownName } from '../../ui/shown-name.ts'
import { Picker, type PickerOption } from '../../ui/picker.tsx'
import { keyOfValue, nameOf } from '../items/draft.ts'
import type { ItemFinding } from '../items/findings.ts'
import { allowedTypes } from '../items/model-findings.ts'
import { entitiesQuery, entityQuery, type Target } from '../server/target.ts'
import { useLinks, useRows } from './use-rows.ts'

/** Maximum suggestions. */
const OFFERED = 8

interface PickerFieldProps {
  readonly target: Target
  readonly value: JsonObject
  readonly findings: readonly ItemFinding[]
  /** Receives the members of the choice. */
  onChange(members: JsonObject): void
}

/** Combined finding about the members of a picker. */
function troubleOf(findings: readonly ItemFinding[], names: readonly string[]) {
  const own = findings.filter(({ path }) => names.includes(path))
  const error = own.find(({ missing }) => missing !== true)
  return { error: error?.message, missing: error ? undefined : own[0]?.message }
}

const matches = (text: string, query: string): boolean => text.toLowerCase().includes(query.toLowerCase())

/** The entity set of an entity, one field for two members. */
export function SetPicker({
  sets,
  value,
  findings,
  onChange,
}: PickerFieldProps & { readonly sets: readonly string[] }) {
  const t = useText()
  const [query, setQuery] = useState<string>()
  const [domain, name] = [textOf(value['__domain__']), textOf(value['__entity_type__'])]
  const { error, missing } = troubleOf(findings, ['__domain__', '__entity_type__'])
  const fitting = query === undefined ? [] : sets.filter((set) => matches(set, query))
  // A name may be a prefix of another.
  const found = fitting.toSorted((a, b) => a.length - b.length).slice(0, OFFERED)
  return (
    <Picker
      label={`${t('authoring.form.set')} *`}
      chosen={name}
      placeholder={t('authoring.form.pickSet')}
      hint={missing ?? domain}
      error={error}
      query={query}
      options={found.map((set) => {
        const [note = ''] = set.split('/')
        return { key: set, label: set.slice(note.length + 1), note }
      })}
      status={query && found.length === 0 ? t('authoring.form.none') : undefined}
      onQuery={setQuery}
      onPick={(set) => {
        const slash = set.indexOf('/')
        onChange({ __domain__: set.slice(0, slash), __entity_type__: set.slice(slash + 1) })
      }}
    />
  )
}

function optionOf(row: JsonObject, note: string): PickerOption {
  const key = keyOfValue('entity', row)
  return { key, label: shownName(nameOf(row) ?? key), note }
}

const KEY = /^([^/]+)\/([^/]+)\/([^/]+)$/

/** An end of a relation, one field for three members: found by name, or by pasted key. */
export function EndPicker({
  side,
  target,
  value,
  findings,
  onChange,
  drafted,
}: PickerFieldProps & {
  readonly side: 'src' | 'dest'
  /** Entities of the draft itself: the server does not know them yet. */
  readonly drafted: readonly JsonObject[]
}) {
  const t = useText()
  const [query, setQuery] = useState<string>()
  const names = ['domain', 'entity_type', 'entity_id'].map((name) => `__${side}_${name}__`)
  const parts = names.map((name) => textOf(value[name]))
  const chosen = parts.every((part) => part !== '') ? parts.join('/') : undefined
  const { rows: found } = useRows(target, chosen === undefined ? '' : (entityQuery(chosen) ?? ''), 1)
  const typed = query?.trim() ?? ''
  const asKey = KEY.test(typed) ? typed : undefined
  const wanted = asKey === undefined ? entitiesQuery({ text: typed }) : (entityQuery(asKey) ?? '')
  const { rows, loading } = useRows(target, typed === '' ? '' : wanted, OFFERED)
  const { error, missing } = troubleOf(findings, names)
  const known = rows.map((row) => optionOf(row, textOf(row['__entity_type__'])))
  const own = drafted
    .map((row) => optionOf(row, t('authoring.form.drafted', { set: textOf(row['__entity_type__']) })))
    .filter(({ key, label }) => KEY.test(key) && typed !== '' && matches(`${label} ${key}`, typed))
  const options = [...own, ...known.filter(({ key }) => own.every((one) => one.key !== key))].slice(
    0,
    OFFERED,
  )
  // A key may refer to something that does not exist yet.
  const offered = options.length === 0 && asKey && !loading ? [{ key: asKey, label: asKey }] : options
  const ofDraft = drafted.filter((row) => keyOfValue('entity', row) === chosen)
  const [name = ''] = [...ofDraft, ...found].flatMap((row) => shownName(nameOf(row) ?? '') || [])
  return (
    <Picker
      label={`${t(side === 'src' ? 'authoring.form.from' : 'authoring.form.to')} *`}
      chosen={name === '' ? (chosen ?? '') : name}
      placeholder={t('authoring.form.pickEntity')}
      hint={missing ?? (name === '' ? undefined : parts[1])}
      error={error}
      query={query}
      options={offered}
      status={typed !== '' && !loading && offered.length === 0 ? t('authoring.form.none') : undefined}
      onQuery={setQuery}
      onPick={(key) => {
        const picked = key.split('/')
        onChange(Object.fromEntries(names.map((member, place) => [member, picked[place] ?? ''])))
      }}
    />
  )
}

/** Whether both ends are known. */
const isWhole = (value: JsonObject): boolean =>
  ['src', 'dest'].every((side) => textOf(value[`__${side}_entity_type__`]) !== '')

/** Types listed below the field; typing finds the others. */
const NAMED = 6

/** The type of a relation: one the model allows between its ends, or any typed one. */
export function TypePicker({ target, value, findings, onChange }: PickerFieldProps) {
  const t = useText()
  const [query, setQuery] = useState<string>()
  const { rows, loading: reading } = useLinks(target)
  const allowed = allowedTypes(rows, value)
  const { error, missing } = troubleOf(findings, ['__relation_type__'])
  const typed = query?.trim() ?? ''
  const found = query === undefined ? [] : allowed.filter((type) => matches(type, typed)).slice(0, OFFERED)
  const all = typed === '' || found.includes(typed) ? found : [...found, typed]
  const types = allowed.slice(0, NAMED).join(', ')
  const none = isWhole(value) && !reading ? t('authoring.form.noType') : missing
  return (
    <Picker
      label={`${t('authoring.form.type')} *`}
      chosen={textOf(value['__relation_type__'])}
      hint={types === '' ? none : t('authoring.form.typeHint', { types })}
      error={error}
      query={query}
      options={all.map((type) => ({ key: type, label: type }))}
      free
      onQuery={setQuery}
      onPick={(type) => onChange({ __relation_type__: type })}
    />
  )
}
