import { useText, type MessageKey } from '../i18n/text.ts'
import { BenchHeader } from '../app/bench-header.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { ToolbarSpace } from '../ui/toolbar.tsx'
import { Components } from './components.tsx'
import styles from './design.module.css'

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
/** Px of the grid's steps. */
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
      <Text as="h2" className={styles['heading']}>
        {t(title)}
      </Text>
      {children}
    </Stack>
  )
}

/** Tokens and components as they are, in the theme and at the text size that are set. */
export function Design() {
  const t = useText()
  return (
    <>
      <BenchHeader title="design.title" label={t('design.title')}>
        <ToolbarSpace />
      </BenchHeader>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['page']} tabIndex={0} role="region" aria-label={t('design.all')}>
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
            <p
              key={size}
              style={{ fontSize: `var(--text-${size})` }}
              data-mono={size === 'mono' || undefined}
            >
              {size} – Orrery 0123456789
            </p>
          ))}
        </Section>
        <Section title="design.space">
          <Stack row gap={3} align="end">
            {STEPS.map((step) => (
              <Stack key={step} gap={1} align="center">
                <span className={styles['step']} style={{ width: step, height: step }} />
                <Text small>{step}</Text>
              </Stack>
            ))}
          </Stack>
        </Section>
        <Section title="design.components">
          <Components />
        </Section>
      </div>
    </>
  )
}
