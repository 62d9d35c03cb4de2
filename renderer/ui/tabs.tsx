import { ChevronDown, Lock, X } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { showNumber, useText } from '../i18n/text.ts'
import { Button, useReason } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { focusChosen } from './landmark.ts'
import { Menu } from './menu.tsx'
import { Text } from './text.tsx'
import { Tip } from './tip.tsx'
import styles from './tabs.module.css'

export interface TabItem<Id extends string = string> {
  readonly id: Id
  readonly label: string
  /** After the label, quieter: what tells it from others of the same name. */
  readonly note?: string | undefined
  /** Before the label: a status dot or an icon. */
  readonly mark?: ReactNode
  readonly title?: string
  /** Why it is unavailable; its panel explains it in full. */
  readonly off?: string | undefined
}

/** Renaming of a tab, started by F2 or a double click. */
interface TabRenaming<Id extends string = string> {
  /** The tab being renamed. */
  readonly id: Id | undefined
  /** Accessible name of the field. */
  readonly label: string
  start(id: Id): void
  /** Called without a name if the name does not change. */
  end(name?: string): void
}

/** Closing of tabs: Delete or the middle button on any tab, and a close button on the selected one. */
interface TabClosing<Id extends string = string> {
  readonly label: string
  readonly keys?: string | undefined
  close(id: Id): void
}

interface TabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  readonly label: string
  readonly tabs: readonly TabItem<Id>[]
  readonly value: Id | undefined
  onChange(id: NoInfer<Id>): void
  readonly closing?: TabClosing<Id>
  readonly renaming?: TabRenaming<Id>
  /** Handles Alt+arrow, which moves a tab. */
  onMove?(id: Id, step: 1 | -1): void
  /** Controls before the tabs. */
  readonly before?: ReactNode
  /** Controls directly after the tabs, such as "new". */
  readonly beside?: ReactNode
  /** Controls at the right end. */
  readonly after?: ReactNode
  /** The panel scrolls and is focusable for that. */
  readonly scroll?: boolean
  /** Content of the selected tab; omit it if the panel is rendered elsewhere. */
  readonly children: ReactNode
}

/**
 * Tabs with a panel and a roving tabindex: arrows, Home and End move, only the selected tab is a tab stop.
 */
export function Tabs<Id extends string>({ value, onChange, scroll, children, ...strip }: TabsProps<Id>) {
  return (
    <Radix.Root
      className={styles['root']}
      value={value ?? ''}
      onValueChange={(next) => onChange(next as Id)}
      data-scroll={scroll || undefined}
    >
      <Strip {...strip} value={value} onChange={onChange} />
      {/* The same element with and without tabs, so that the panel keeps its state when the first tab opens or
          the last closes. */}
      <Radix.Content
        className={styles['panel']}
        value={value ?? ''}
        tabIndex={scroll && value !== undefined ? 0 : undefined}
        {...(value === undefined ? { role: undefined, 'aria-labelledby': undefined } : {})}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

/** The label and its note. */
export const wholeLabel = ({ label, note }: Pick<TabItem, 'label' | 'note'>): string =>
  note === undefined ? label : `${label} · ${note}`

function Strip<Id extends string>(props: Omit<TabsProps<Id>, 'children' | 'scroll'>) {
  const { label, tabs, value, onChange, closing, renaming, before, beside, after } = props
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const { overflows, out } = useOverflow(list, tabs)
  // A label that changes later, for example when a seed is added, makes a tab wider.
  const labels = tabs.map(wholeLabel).join('\n')
  useEffect(() => {
    if (list.current) revealChosen(list.current)
  }, [value, labels, overflows])
  /** Whether the last series of clicks began on a tab. */
  const onTab = useRef(false)
  const stop = tabs.some(({ id }) => id === value) ? value : tabs[0]?.id
  const close = (id: Id): void => {
    closing?.close(id)
    // The focused tab is gone; keep the focus within the tabs.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true }),
    )
  }
  return (
    <div className={styles['strip']}>
      {before}
      <div
        ref={list}
        className={styles['list']}
        onMouseDownCapture={({ detail, target }) => {
          if (detail === 1) onTab.current = (target as Element).closest('[role="tab"]') !== null
        }}
      >
        <Radix.List
          className={styles['handles']}
          aria-label={label}
          onFocus={focusChosen}
          // Radix focuses a pressed tab by script, which a browser may treat as keyboard focus.
          onPointerDownCapture={(event) => event.currentTarget.setAttribute('data-pressed', '')}
          onKeyDownCapture={(event) => event.currentTarget.removeAttribute('data-pressed')}
          onBlur={({ currentTarget: list, relatedTarget: next }) => {
            if (!list.contains(next)) list.removeAttribute('data-pressed')
          }}
        >
          {tabs.map((tab, place) => (
            <Handle
              key={tab.id}
              {...props}
              tab={tab}
              place={place}
              isStop={tab.id === stop}
              onClose={close}
            />
          ))}
        </Radix.List>
        {closing && value !== undefined ? (
          // Shown at the end of its tab; it is not inside because a tablist may contain only tabs.
          <span data-close style={{ order: tabs.findIndex(({ id }) => id === value) }}>
            <IconButton
              icon={X}
              label={closing.label}
              keys={closing.keys}
              // A double click on a tab: the first selected it, so that the button came under the second.
              onClick={({ detail }) =>
                detail > 1 && onTab.current ? renaming?.start(value) : closing.close(value)
              }
            />
          </span>
        ) : null}
      </div>
      {overflows ? (
        <Menu
          trigger={
            <Button tone="quiet" tip={t('ui.allTabs')} aria-label={t('ui.allTabs.out', { count: out })}>
              {out > 0 ? `+${showNumber(out)}` : null}
              <ChevronDown size={15} strokeWidth={1.75} aria-hidden />
            </Button>
          }
          entries={tabs.map((tab) => ({
            label: wholeLabel(tab),
            checked: tab.id === value,
            act: () => onChange(tab.id),
          }))}
        />
      ) : null}
      {beside}
      {after ? <div className={styles['after']}>{after}</div> : null}
    </div>
  )
}

/**
 * Scrolls the strip until the selected tab and its close button are visible, without scrolling the page, and
 * on to the start of a tab: a label cut at its beginning reads as another word. Where the strip does not scroll
 * that far, the tab before is made narrower, and its label ends with an ellipsis.
 */
function revealChosen(list: HTMLElement): void {
  widen(list)
  const chosen = list.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
  if (!chosen) return
  const end = list.querySelector('[data-close]')?.getBoundingClientRect().right ?? chosen.right
  const { left, right } = list.getBoundingClientRect()
  if (chosen.left < left) {
    list.scrollLeft -= left - chosen.left
    return
  }
  const by = Math.max(0, end - right)
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')]
  const cutTab = tabs.find((tab) => {
    const box = tab.getBoundingClientRect()
    return box.left < left + by - 1 && box.right > left + by + 1
  })
  const cut = cutTab?.getBoundingClientRect()
  if (!cut || cut.right > chosen.left) {
    list.scrollLeft += by
    return
  }
  const [forth, back] = [cut.right - left, left - cut.left]
  const isBeyondEnd = list.scrollLeft + forth > list.scrollWidth - list.clientWidth
  const isStuck = isBeyondEnd && end + back > right
  const seen = forth - by
  if (isStuck && seen >= MIN_TAB_PX) {
    const start = list.scrollLeft - back
    cutTab?.style.setProperty('max-width', `${seen}px`)
    list.scrollLeft = start
  } else list.scrollLeft += isBeyondEnd && !isStuck ? -back : forth
}

/** Least width in px of a tab that is made narrower: of less, only a letter would be seen. */
const MIN_TAB_PX = 64

/** Undoes what made tabs narrower. @returns whether any was */
function widen(list: HTMLElement): boolean {
  const narrow = list.querySelectorAll<HTMLElement>('[role="tab"][style*="max-width"]')
  for (const tab of narrow) tab.style.removeProperty('max-width')
  return narrow.length > 0
}

type HandleProps<Id extends string> = Pick<TabsProps<Id>, 'closing' | 'renaming' | 'onMove'> & {
  readonly tab: TabItem<Id>
  readonly place: number
  /** Whether Tab stops here. Radix leaves that to the list until a tab was focused, but a box-less list cannot take focus. */
  readonly isStop: boolean
  onClose(id: Id): void
}

function Handle<Id extends string>(props: HandleProps<Id>) {
  const { tab, place, isStop, closing, renaming, onMove, onClose } = props
  const { id, label, note, mark, title, off } = tab
  const { greyed, words } = useReason(off)
  if (renaming?.id === id)
    return <NameField name={wholeLabel(tab)} place={place} label={renaming.label} onEnd={renaming.end} />
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.altKey ? ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key] : undefined
    if (step && onMove) onMove(id, step)
    else if (event.key === 'Delete' && closing) onClose(id)
    else if (event.key === 'F2' && renaming) renaming.start(id)
    else return
    event.preventDefault()
  }
  return (
    <Tip text={title} reason={off}>
      <Radix.Trigger
        value={id}
        tabIndex={isStop ? 0 : -1}
        className={styles['tab']}
        style={{ order: place }}
        aria-describedby={greyed['aria-describedby']}
        data-off={off === undefined ? undefined : true}
        onKeyDown={onKeyDown}
        onDoubleClick={() => renaming?.start(id)}
        onAuxClick={(event) => {
          if (event.button === 1) closing?.close(id)
        }}
      >
        {words}
        {off === undefined ? mark : <Lock size={12} aria-hidden />}
        <span title={title === undefined ? wholeLabel(tab) : undefined}>
          {label}
          {note === undefined ? null : <Text tone="faint"> · {note}</Text>}
        </span>
      </Radix.Trigger>
    </Tip>
  )
}

interface NameFieldProps {
  readonly name: string
  readonly place: number
  readonly label: string
  onEnd(name?: string): void
}

function NameField({ name, place, label, onEnd }: NameFieldProps) {
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const keep = (): void => onEnd(text.trim() || undefined)
  return (
    <input
      ref={field}
      className={styles['name']}
      style={{ order: place }}
      value={text}
      aria-label={label}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') onEnd()
      }}
    />
  )
}

/**
 * Fades out tabs of which less than half is seen: a first letter alone says nothing, and the menu has them all.
 *
 * @returns how many these are
 */
function hideSlivers(list: HTMLElement): number {
  let out = 0
  const { left, right } = list.getBoundingClientRect()
  for (const tab of list.querySelectorAll('[role="tab"]')) {
    const box = tab.getBoundingClientRect()
    const seen = Math.min(right, box.right) - Math.max(left, box.left)
    if (tab.toggleAttribute('data-sliver', seen < box.width / 2)) out += 1
  }
  return out
}

/** Whether the tabs are wider than their strip, and how many are out of view. */
function useOverflow(
  list: { readonly current: HTMLElement | null },
  tabs: readonly TabItem[],
): { readonly overflows: boolean; readonly out: number } {
  const [overflows, setOverflows] = useState(false)
  const [out, setOut] = useState(0)
  const width = useRef(0)
  useEffect(() => {
    const { current } = list
    if (!current) return undefined
    // Width including the overflow menu, which takes room from the list.
    const room = (overflowing: boolean): number =>
      current.clientWidth + (overflowing ? (current.nextElementSibling?.clientWidth ?? 0) : 1)
    const count = (): void => setOut(hideSlivers(current))
    const measure = (): void => {
      const widened = widen(current)
      setOverflows((now) => current.scrollWidth > room(now))
      // A narrower strip keeps the selected tab visible; with the same width the user's scroll position
      // stays.
      const { clientWidth } = current
      if (widened || clientWidth !== width.current) revealChosen(current)
      width.current = clientWidth
      count()
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    // With narrower tabs the list does not grow with its strip.
    if (current.parentElement) observer.observe(current.parentElement)
    current.addEventListener('scroll', count)
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', count)
    }
  }, [list, tabs])
  return { overflows, out }
}
