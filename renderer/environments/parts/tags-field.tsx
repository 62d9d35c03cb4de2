import { useText } from '../../i18n/text.ts'
import { Input } from '../../ui/field.tsx'

/** Tags as they are typed: words. */
export const tagsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

interface TagsFieldProps {
  readonly tags: readonly string[]
  onTags(tags: string[]): void
}

/** The tags of an episode or of a step; kept when the field is left. */
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

/** What is typed is kept; a reviewer is back where the keys work. */
export function leaveField(field: HTMLElement): void {
  const group = field.closest<HTMLElement>('[role="group"]')
  if (group) group.focus()
  else field.blur()
}
