import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'

/** Splits typed text into distinct tags. */
export const tagsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

interface TagsFieldProps {
  readonly tags: readonly string[]
  onTags(tags: string[]): void
}

/** Edits the tags of an episode or step; saved on blur. */
export function TagsField({ tags, onTags }: TagsFieldProps) {
  const t = useText()
  const text = tags.join(' ')
  return (
    <Input
      data-review="tags"
      aria-label={t('environments.review.tags')}
      placeholder={t('environments.review.tags')}
      defaultValue={text}
      style={{ width: '16ch' }}
      onBlur={(event) => event.target.value !== text && onTags(tagsIn(event.target.value))}
      onKeyDown={(event) =>
        (event.key === 'Enter' || event.key === 'Escape') && leaveField(event.currentTarget)
      }
    />
  )
}

/** Saves by leaving the field, and returns the focus to where the review keys work. */
export function leaveField(field: HTMLElement): void {
  const group = field.closest<HTMLElement>('[role="group"]')
  if (group) group.focus()
  else field.blur()
}
