import { messageAreas } from '../../renderer/benches.ts'
import { registerMessages } from '../../renderer/i18n/text.ts'

/** Import this where a test looks at English texts: without it, a text is its key. */
registerMessages(messageAreas)
