import type { Called } from '#shared/workbench/areas/recents.ts'
import { isMessageKey, type MessageKey, text } from './text.ts'

/** A stored title as shown: the app's own is in the page's language, whatever the language was when it was stored. */
export const calledNow = ({
  title,
  called,
}: {
  readonly title: string
  readonly called?: Called | undefined
}): string => (called && isMessageKey(called.key) ? text(called.key, called.values) : title)

/** A title of ours, for now and for other languages. */
export const titled = (
  key: MessageKey,
  values?: Called['values'],
): { readonly title: string; readonly called: Called } => ({
  title: text(key, values),
  called: { key, ...(values && { values }) },
})
