import { Copy, Inbox } from 'lucide-react'
import { useState } from 'react'
import { useText, type MessageKey } from '../i18n/text.ts'
import { BenchHeader } from '../app/bench-header.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { ToolbarSpace, Toolbar } from '../ui/toolbar.tsx'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { List } from '../ui/list.tsx'
import { ContextMenu, Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { Row } from '../ui/row.tsx'
import { Segment } from '../ui/segment.tsx'
import { Tabs, type TabItem } from '../ui/tabs.tsx'
import { Tree } from '../ui/tree.tsx'
import styles from './design.module.css'

const THREE: readonly TabItem[] = ['One', 'Two', 'Three'].map((label) => ({ id: label, label }))

function Documents() {
  const [tabs, setTabs] = useState(THREE)
  const [value, setValue] = useState<string | undefined>('One')
  const [renamed, setRenamed] = useState<string>()
  const close = (id: string): void => {
    const left = tabs.filter((tab) => tab.id !== id)
    setTabs(left)
    if (id === value) setValue(left[0]?.id)
  }
  const move = (id: string, step: number): void => {
    const from = tabs.findIndex((tab) => tab.id === id)
    const moved = tabs.filter((tab) => tab.id !== id)
    moved.splice(from + step, 0, ...tabs.slice(from, from + 1))
    setTabs(moved)
  }
  const renaming = {
    id: renamed,
    label: 'Name',
    start: setRenamed,
    end: (name?: string) => {
      if (name) setTabs(tabs.map((tab) => (tab.id === renamed ? { ...tab, label: name } : tab)))
      setRenamed(undefined)
    },
  }
  const add = (): void => {
    const label = `Document number ${tabs.length + 1}`
    setTabs([...tabs, { id: label, label }])
    setValue(label)
  }
  return (
    <Stack style={{ width: 520, height: 120 }}>
      <Tabs
        label="Documents"
        tabs={tabs}
        value={value}
        onChange={setValue}
        closing={{ label: 'Close the tab', close }}
        renaming={renaming}
        onMove={move}
        beside={<Button onClick={add}>New</Button>}
      >
        <p>{value === undefined ? 'Nothing is open' : `This is ${value}`}</p>
      </Tabs>
    </Stack>
  )
}

const LONG = Array.from({ length: 1000 }, (_, index) => `Item ${index}`)

function Lists() {
  const [current, setCurrent] = useState<string>()
  return (
    <Stack style={{ height: 200 }}>
      <List label="Long" items={LONG} keyOf={(item) => item} rowHeight={28} current={current}>
        {(item) => (
          <Row
            label={item}
            selected={item === current}
            onClick={() => setCurrent(item)}
            actions={<IconButton label={`Copy ${item}`} icon={Copy} />}
          />
        )}
      </List>
      <Button onClick={() => setCurrent('Item 500')}>Go to 500</Button>
    </Stack>
  )
}

interface Place {
  readonly name: string
  readonly depth: number
}

function Trees() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(0)
  const rows = ['src', 'docs'].flatMap((folder): Place[] => [
    { name: folder, depth: 0 },
    ...(open.has(folder)
      ? [
          { name: `${folder}/a`, depth: 1 },
          { name: `${folder}/b`, depth: 1 },
        ]
      : []),
  ])
  const toggle = (index: number): void => {
    const { name = '' } = rows[index] ?? {}
    setOpen(open.has(name) ? new Set([...open].filter((each) => each !== name)) : new Set([...open, name]))
  }
  return (
    <Stack style={{ height: 120 }}>
      <Tree
        label="Files"
        rows={rows}
        keyOf={({ name }) => name}
        isOpen={(index) => (rows[index]?.depth === 0 ? open.has(rows[index].name) : undefined)}
        active={active}
        onActive={setActive}
        onToggle={toggle}
      >
        {({ name }) => name}
      </Tree>
    </Stack>
  )
}

function Menus() {
  const [lastAction, setLastAction] = useState('')
  const [at, setAt] = useState<{ x: number; y: number }>()
  const entries = [
    { label: 'Open', keys: 'Enter', act: () => setLastAction('opened') },
    { label: 'Rename', disabled: 'It is read-only' },
    { label: 'Pinned', checked: false, act: () => setLastAction('pinned') },
    { label: 'Name…', takesFocus: true, act: () => document.getElementById('field')?.focus() },
    { label: 'More', entries: [{ label: 'Deep', act: () => setLastAction('deep') }] },
    { label: 'Delete', danger: true, apart: true, act: () => setLastAction('deleted') },
  ]
  return (
    <Stack row gap={2} style={{ position: 'relative' }} role="group" aria-label="Menus">
      <Menu label="Actions" icon={Inbox} entries={entries} />
      <Button onClick={() => setAt({ x: 20, y: 20 })}>Here</Button>
      <ContextMenu label="At a point" at={at} entries={entries} onClose={() => setAt(undefined)} />
      <output>{lastAction}</output>
    </Stack>
  )
}

/** Every component of renderer/ui with minimal state; used by ui-kit.spec.ts. The texts are samples. */
function Components() {
  const [mode, setMode] = useState('list')
  const [drawer, setDrawer] = useState(false)
  return (
    <Stack gap={3}>
      <Toolbar label="Tools">
        <Button>First</Button>
        <Segment
          label="Mode"
          options={[
            { value: 'list', label: 'List' },
            { value: 'graph', label: 'Graph' },
          ]}
          value={mode}
          onChange={setMode}
        />
        <ToolbarSpace />
        <Button tone="primary">Last</Button>
      </Toolbar>
      <Documents />
      <Menus />
      <Lists />
      <Trees />
      <Notice tone="warning" dismiss={{ act: () => undefined }}>
        A remark
      </Notice>
      <Field label="Field" hint="In seconds">
        <Input id="field" />
      </Field>
      <Field label="Choice">
        <Select>
          <option>Red</option>
          <option>Green</option>
        </Select>
      </Field>
      <Button onClick={() => setDrawer(true)}>Open the drawer</Button>
      <Drawer open={drawer} onOpenChange={setDrawer} title="Side">
        <Field label="Within">
          <Input />
        </Field>
      </Drawer>
      <EmptyState icon={Inbox} title="Nothing here" hint="Add something." action={<Button>Add</Button>} />
    </Stack>
  )
}

const COLOURS = [
  'ground',
  'surface',
  'raised',
  'sunken',
  'hover',
  'pressed',
  'selected',
  'line',
  'line-strong',
  'text',
  'text-quiet',
  'text-faint',
  'accent',
  'accent-quiet',
  'good',
  'warning',
  'bad',
  'info',
] as const
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8] as const
const SIZES = ['small', 'body', 'title', 'large', 'huge', 'mono'] as const
/** Steps of the grid in px. */
const STEPS = [4, 8, 12, 16, 24, 32] as const

function Swatch({ token }: { readonly token: string }) {
  return (
    <Stack as="li" gap={1}>
      <span className={styles['swatch']} style={{ background: `var(--${token})` }} />
      <Text small mono>
        {token}
      </Text>
    </Stack>
  )
}

function Section({ title, children }: { readonly title: MessageKey; readonly children: React.ReactNode }) {
  const t = useText()
  return (
    <Stack as="section" gap={2}>
      <Text as="h2" style={{ fontSize: 'var(--text-title)' }}>
        {t(title)}
      </Text>
      {children}
    </Stack>
  )
}

/** Tokens and components in the current theme and text size. */
export function Design() {
  const t = useText()
  return (
    <>
      <BenchHeader title="design.title" label={t('design.title')}>
        <ToolbarSpace />
      </BenchHeader>
      {/* Scrollable content must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Stack grow scroll gap={8} pad={[6, 4]} tabIndex={0} role="region" aria-label={t('design.all')}>
        <Section title="design.colours">
          <ul className={styles['swatches']}>
            {COLOURS.map((token) => (
              <Swatch key={token} token={token} />
            ))}
          </ul>
        </Section>
        <Section title="design.kinds">
          <ul className={styles['swatches']}>
            {(['kind', 'domain'] as const).flatMap((name) =>
              EIGHT.map((number) => <Swatch key={`${name}${number}`} token={`${name}-${number}`} />),
            )}
          </ul>
        </Section>
        <Section title="design.type">
          {SIZES.map((size) => (
            <Text as="p" key={size} mono={size === 'mono'} style={{ fontSize: `var(--text-${size})` }}>
              {size} – Orrery 0123456789
            </Text>
          ))}
        </Section>
        <Section title="design.space">
          <Stack row gap={3} align="end">
            {STEPS.map((step) => (
              <Stack key={step} gap={1} align="center">
                <span style={{ width: step, height: step, background: 'var(--accent)' }} />
                <Text small>{step}</Text>
              </Stack>
            ))}
          </Stack>
        </Section>
        <Section title="design.components">
          <Components />
        </Section>
      </Stack>
    </>
  )
}
