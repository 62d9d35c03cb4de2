import { Plus, X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { translateServerText, useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { useFinding } from './finding-context.ts'
import { FieldName, NamesInWords, readableName } from './field-name.tsx'
import styles from './form.module.css'
import { JsonField } from './json-field.tsx'
import { Scalar, titleOf, type FieldProps } from './scalar.tsx'
import {
  controlOf,
  initialValue,
  isNullable,
  matchingOption,
  resolveRef,
  type Control,
  type FormSchema,
} from './schema.ts'

/** The path whose label was said already, by the choice of its variant. */
const Said = createContext<string | undefined>(undefined)

/** A label as text, and as it is shown. Items of a list have a position instead of a name. */
function useLabel(props: FieldProps): Pick<Labelled, 'label' | 'shown'> {
  const named = useNames(props)
  const isSaid = useContext(Said) === props.path
  return isSaid ? { ...named, shown: <span className="visually-hidden">{named.shown}</span> } : named
}

function useNames({ name, path, schema, required, root }: FieldProps): Pick<Labelled, 'label' | 'shown'> {
  const inWords = useContext(NamesInWords)
  const { title, label: own } = resolveRef(schema, root)
  const isRequired = required && !isNullable(schema, root)
  if (inWords && !path.endsWith(']')) {
    const words = own ?? readableName(name, title)
    // A label of ours says all; the wire name has no use in a form.
    const shown = (
      <FieldName name={own === undefined ? name : undefined} words={words} required={isRequired} />
    )
    return { label: words, shown }
  }
  const label = own ?? (title && title.toLowerCase() !== name.toLowerCase() ? `${name} — ${title}` : name)
  const whole = isRequired ? `${label} *` : label
  return { label: whole, shown: whole }
}

/** A multiple choice with check boxes. */
function SetField({
  shown,
  path,
  control,
  value,
  required,
  onChange,
}: Labelled & { readonly control: SetControl }) {
  const chosen = Array.isArray(value) ? (value as unknown[]) : []
  const has = (candidate: unknown): boolean =>
    chosen.some((each) => JSON.stringify(each) === JSON.stringify(candidate))
  return (
    <fieldset className={styles['frame']}>
      <Legend path={path}>{shown}</Legend>
      {control.values.map((candidate, index) => (
        <Stack as="label" row gap={2} key={index}>
          <input
            type="checkbox"
            checked={has(candidate)}
            onChange={(event) => {
              const next = control.values.filter((each) =>
                each === candidate ? event.target.checked : has(each),
              )
              onChange(next.length === 0 && !required ? undefined : next)
            }}
          />
          {titleOf(candidate, control.titles[index])}
        </Stack>
      ))}
    </fieldset>
  )
}

/** The name of a group of fields, unless it was said above it. */
function Legend({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const isSaid = useContext(Said) === path
  return <legend className={isSaid ? 'visually-hidden' : undefined}>{children}</legend>
}

type Labelled = FieldProps & { readonly label: string; readonly shown: ReactNode }

type ObjectControl = Extract<Control, { kind: 'object' }>
type SetControl = Extract<Control, { kind: 'set' }>

interface MembersProps {
  readonly control: ObjectControl
  readonly root: FormSchema
  readonly path: string
  readonly value: Readonly<Record<string, unknown>>
  onChange(value: Record<string, unknown>): void
}

/** The members of an object. Absent optional ones are offered in a list if there are many, or if they are deprecated. */
function Members({ control, root, path, value, onChange }: MembersProps) {
  const t = useText()
  const inWords = useContext(NamesInWords)
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const isShown = ([name, { shown, deprecated }]: readonly [string, FormSchema]): boolean =>
    shown === true ||
    !(control.fold || deprecated === true) ||
    control.required.has(name) ||
    value[name] !== undefined ||
    wanted.has(name)
  const offered = control.properties.filter((member) => !isShown(member))
  return (
    <>
      {control.properties.map(([name, member]) =>
        isShown([name, member]) ? (
          <SchemaField
            key={name}
            name={name}
            path={path === '' ? name : `${path}.${name}`}
            schema={member}
            root={root}
            value={value[name]}
            required={control.required.has(name)}
            onChange={(next) => {
              const { [name]: _, ...others } = value
              // A cleared member stays visible until the form is reopened.
              if (next === undefined) setWanted((names) => new Set([...names, name]))
              onChange(next === undefined ? others : { ...value, [name]: next })
            }}
          />
        ) : null,
      )}
      {offered.length > 0 ? (
        <Select
          className={styles['offer']}
          aria-label={t('console.form.addMember', { path: path === '' ? '—' : path })}
          value=""
          onChange={(event) => setWanted((names) => new Set([...names, event.target.value]))}
        >
          <option value="">{t('console.form.addMemberOf', { count: offered.length })}</option>
          {offered.map(([name, member]) => (
            <option key={name} value={name}>
              {member.label ?? (inWords ? readableName(name, member.title) : name)}
            </option>
          ))}
        </Select>
      ) : null}
    </>
  )
}

/** Findings about a list or object as a whole. */
function WholeFinding({ path }: { readonly path: string }) {
  const finding = useFinding(path)
  if (!finding) return null
  return (
    <Text as="p" small tone={finding.severity === 'error' ? 'bad' : 'warning'}>
      {finding.message}
    </Text>
  )
}

/** Members of a nested object, in a frame. */
function ObjectField({
  shown,
  control,
  root,
  path,
  value,
  onChange,
}: Labelled & { readonly control: ObjectControl }) {
  const record = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return (
    <fieldset className={styles['frame']}>
      <Legend path={path}>{shown}</Legend>
      <WholeFinding path={path} />
      <Members
        control={control}
        root={root}
        path={path}
        value={record}
        onChange={(changed) => onChange(Object.keys(changed).length === 0 ? undefined : changed)}
      />
    </fieldset>
  )
}

/** Label of a list item: its name, otherwise its position. */
function itemLabel(item: unknown, index: number): string {
  const name = (item as { name?: unknown } | null | undefined)?.name
  return typeof name === 'string' && name !== '' ? `${index + 1} · ${name}` : String(index + 1)
}

/** A list with buttons to add and remove items. */
function ListField({
  shown,
  items,
  root,
  path,
  value,
  required,
  onChange,
}: Labelled & { readonly items: FormSchema }) {
  const t = useText()
  const list = Array.isArray(value) ? (value as unknown[]) : []
  const change = (next: unknown[]): void => onChange(next.length === 0 && !required ? undefined : next)
  const frame = useRef<HTMLFieldSetElement>(null)
  const add = (): void => {
    change([...list, initialValue(items, root)])
    // Focus the added item after it is rendered.
    requestAnimationFrame(() =>
      frame.current
        ?.querySelector<HTMLElement>(':scope > div:last-of-type :is(input, textarea, select)')
        ?.focus(),
    )
  }
  return (
    <fieldset ref={frame} className={styles['frame']}>
      <Legend path={path}>{shown}</Legend>
      <WholeFinding path={path} />
      {list.map((item, index) => (
        <div key={index} className={styles['item']}>
          <SchemaField
            name={itemLabel(item, index)}
            path={`${path}[${index}]`}
            schema={items}
            root={root}
            value={item}
            required
            onChange={(next) => change(list.with(index, next))}
          />
          <IconButton
            label={t('console.form.removeItem', { item: `${path}[${index}]` })}
            icon={X}
            onClick={() => change(list.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button tone="quiet" onClick={add}>
        <Plus size={14} aria-hidden />
        {t('console.form.addItem')}
      </Button>
    </fieldset>
  )
}

function describe(option: FormSchema, index: number): string {
  return option.title ?? (typeof option.type === 'string' ? option.type : `#${index + 1}`)
}

/** One of several variants; choosing another resets the value. */
function UnionField({
  label,
  shown,
  options,
  ...props
}: Labelled & { readonly options: readonly FormSchema[] }) {
  const [picked, setPicked] = useState<number>()
  const chosen = matchingOption(options, props.value, props.root, picked)
  const option = resolveRef(options[chosen] ?? {}, props.root)
  const control = controlOf(option, props.root)
  return (
    <fieldset className={styles['frame']}>
      <Legend path={props.path}>{shown}</Legend>
      <Select
        aria-label={label}
        value={chosen}
        onChange={(event) => {
          const next = Number(event.target.value)
          setPicked(next)
          props.onChange(initialValue(options[next] ?? {}, props.root))
        }}
      >
        {options.map((candidate, index) => (
          <option key={index} value={index}>
            {describe(candidate, index)}
          </option>
        ))}
      </Select>
      {control.kind === 'object' ? (
        <>
          <WholeFinding path={props.path} />
          <Members
            control={control}
            root={props.root}
            path={props.path}
            value={
              (typeof props.value === 'object' && props.value !== null ? props.value : {}) as Record<
                string,
                unknown
              >
            }
            onChange={props.onChange}
          />
        </>
      ) : (
        <Said value={props.path}>
          <SchemaField {...props} schema={option} />
        </Said>
      )}
    </fieldset>
  )
}

/** A field for any schema. */
function SchemaField(props: FieldProps) {
  const { schema, root } = props
  const control = controlOf(schema, root)
  const named = useLabel(props)
  const description = translateServerText(resolveRef(schema, root).description)
  const finding = useFinding(props.path)
  if (control.kind === 'object') return <ObjectField {...props} {...named} control={control} />
  if (control.kind === 'list') return <ListField {...props} {...named} items={control.items} />
  if (control.kind === 'set') return <SetField {...props} {...named} control={control} />
  if (control.kind === 'union') return <UnionField {...props} {...named} options={control.options} />
  if (control.kind === 'json') {
    return (
      <JsonField
        label={named.shown}
        path={props.path}
        value={props.value}
        onChange={props.onChange}
        {...(description ? { hint: description } : {})}
        {...(finding ? { finding } : {})}
      />
    )
  }
  return (
    <Field
      label={named.shown}
      hint={finding?.severity === 'missing' ? finding.message : description}
      error={finding?.severity === 'error' ? finding.message : undefined}
      warning={finding?.severity === 'warning' ? finding.message : undefined}
    >
      <Scalar control={control} props={props} />
    </Field>
  )
}

interface SchemaFormProps {
  readonly schema: FormSchema
  readonly value: Readonly<Record<string, unknown>>
  onChange(value: Record<string, unknown>): void
}

/** A form for an object schema: tool arguments, or the answer to an elicitation. */
export function SchemaForm({ schema, value, onChange }: SchemaFormProps) {
  const t = useText()
  const control = controlOf({ type: 'object', ...schema }, schema)
  if (control.kind !== 'object') {
    const open = Object.keys(schema.properties ?? {}).length === 0 && schema.additionalProperties === false
    if (open || (schema.properties === undefined && schema.additionalProperties === undefined)) {
      return (
        <Text as="p" tone="quiet">
          {t('console.form.none')}
        </Text>
      )
    }
    return (
      <JsonField
        label={t('console.form.arguments')}
        path=""
        value={value}
        onChange={(next) => onChange((next ?? {}) as Record<string, unknown>)}
      />
    )
  }
  return (
    <div className={styles['form']}>
      <Members control={control} root={schema} path="" value={value} onChange={onChange} />
    </div>
  )
}
