import type { Note } from '#shared/telemetry/answer.ts'
import { useText } from '../i18n/text.ts'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'

/** Notes about an answer, beside its content. */
export function Notes({ notes }: { readonly notes: readonly Note[] }) {
  const t = useText()
  if (notes.length === 0) return null
  return (
    <Stack
      as="ul"
      gap={1}
      pad={[2, 3]}
      line="bottom"
      ground="warning-ground"
      fixed
      aria-label={t('telemetry.notes')}
    >
      {notes.map(({ code, text, count = 0, of = 0 }, index) => (
        <Text as="li" key={index} small breaks>
          {t(`telemetry.notes.${code}`, { text: text ?? '', count, of })}
        </Text>
      ))}
    </Stack>
  )
}
