import { useText } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './console.module.css'

/** Maximum characters rendered; a button shows the rest. */
const MAX_DRAWN_CHARACTERS = 200_000
/** A long text in a scrolling frame, truncated where rendering it would block the page. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useText()
  return (
    <div className={styles['long']}>
      <Stack row gap={2} ground="ground" tone="quiet" small className={styles['longHead']}>
        <span>{label}</span>
        {text.length > MAX_DRAWN_CHARACTERS ? (
          <span>{t('console.result.cut', { shown: MAX_DRAWN_CHARACTERS, total: text.length })}</span>
        ) : null}
        <CopyButton text={text} />
      </Stack>
      {/* Scrollable text must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={label}>
        {text.slice(0, MAX_DRAWN_CHARACTERS)}
      </pre>
    </div>
  )
}
