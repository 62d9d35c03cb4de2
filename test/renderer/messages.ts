import { messageAreas } from '../../renderer/benches.ts'
import { registerMessages } from '../../renderer/i18n/text.ts'

/** Import this in tests of English texts: without it, a message is its key. */
registerMessages(messageAreas)
