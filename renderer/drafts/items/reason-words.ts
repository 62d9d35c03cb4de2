import { recognised } from '#shared/model/reasons.ts'
import { text, type MessageKey } from '../../i18n/text.ts'

/** Names of what a value must be, by the server's words. */
const TYPES: Readonly<Record<string, MessageKey>> = {
  text: 'authoring.type.text',
  'a list': 'authoring.type.list',
  'an object': 'authoring.type.object',
  'a number': 'authoring.type.number',
  'true or false': 'authoring.type.boolean',
}

/** A finding of `model_validate` in the page's language; another server's words stay as they are. */
export function reasonWords(reason: string): string {
  const known = recognised(reason)
  if (!known) return reason
  const { accepted = '' } = known.values
  const type = TYPES[accepted]
  return text(`authoring.reason.${known.code}`, {
    ...known.values,
    ...(type === undefined ? {} : { accepted: text(type) }),
  })
}
