import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { focusChosen } from './landmark.ts'
import { Tip } from './tip.tsx'
import styles from './segment.module.css'

interface SegmentOption<Value extends string = string> {
  readonly value: Value
  readonly label: string
  /** Replaces the visible label, which stays the accessible name. */
  readonly icon?: ReactNode
  readonly title?: string
}

interface SegmentProps<Value extends string> {
  readonly label: string
  readonly options: readonly SegmentOption<Value>[]
  readonly value: Value
  onChange(value: NoInfer<Value>): void
}

/** A segmented control: one of a few modes, always exactly one. Arrow keys move between them. */
export function Segment<Value extends string>({ label, options, value, onChange }: SegmentProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={styles['segment']}
      aria-label={label}
      onFocus={focusChosen}
      value={value}
      // Pressing the selected option yields an empty value; ignore it.
      onValueChange={(next) => next !== '' && onChange(next as Value)}
    >
      {options.map((option) => (
        <Tip
          key={option.value}
          text={option.title ?? (option.icon ? option.label : undefined)}
          named={option.title === undefined}
        >
          <ToggleGroup.Item value={option.value} aria-label={option.icon ? option.label : undefined}>
            {option.icon ?? option.label}
          </ToggleGroup.Item>
        </Tip>
      ))}
    </ToggleGroup.Root>
  )
}
