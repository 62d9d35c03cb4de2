import { useText } from '../../i18n/text.ts'
import styles from './play-pane.module.css'

interface ChangedTextProps {
  readonly text: string
  readonly before: string | undefined
}

/** Splits a line into changed and unchanged runs, character by character. */
export function runsOf(line: string, before: string | undefined): { text: string; changed: boolean }[] {
  if (before === undefined || line === before) return [{ text: line, changed: false }]
  const runs: { text: string; changed: boolean }[] = []
  for (const [i, character] of Array.from(line).entries()) {
    const changed = character !== Array.from(before)[i] && character !== ' '
    const last = runs.at(-1)
    if (last?.changed === changed) last.text += character
    else runs.push({ text: character, changed })
  }
  return runs
}

/** A board's text with whitespace preserved and differences from the previous text marked. */
export function ChangedText({ text, before }: ChangedTextProps) {
  const t = useText()
  const old = before?.split('\n')
  return (
    // Scrollable text must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles['text']} data-board="text" aria-label={t('environments.board.text')} tabIndex={0}>
      {text.split('\n').map((line, i) => (
        <span key={i}>
          {runsOf(line, old?.[i]).map((run, j) => (run.changed ? <mark key={j}>{run.text}</mark> : run.text))}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
