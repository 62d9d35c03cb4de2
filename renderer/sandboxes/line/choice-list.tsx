/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a list of choices is a list */
interface ChoiceListProps {
  readonly id?: string
  readonly label: string
  readonly choices: readonly string[]
  /** Index of the option Enter accepts; scrolled into view. */
  readonly chosen: number
  onChoose(index: number): void
}

/** Options for the line. The input keeps the focus, so a press must not take it. */
export function ChoiceList({ id, label, choices, chosen, onChoose }: ChoiceListProps) {
  return (
    <ul id={id} role="listbox" aria-label={label}>
      {choices.map((choice, index) => (
        <li
          key={choice}
          role="option"
          aria-selected={index === chosen}
          ref={(element) => {
            if (index === chosen) element?.scrollIntoView({ block: 'nearest' })
          }}
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(index)
          }}
        >
          {choice}
        </li>
      ))}
    </ul>
  )
}
