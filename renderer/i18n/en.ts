import { appMessages } from '../app/messages.en.ts'
import { consoleMessages } from '../console/messages.en.ts'
import { explorerMessages } from '../explorer/messages.en.ts'
import { gemMessages } from '../environments/messages.en.ts'
import { queryMessages } from '../query/messages.en.ts'
import { settingsMessages } from '../settings/messages.en.ts'
import { terminalMessages } from '../sandboxes/messages.en.ts'
import { uiMessages } from '../ui/messages.en.ts'
import { writesMessages } from '../authoring/messages.en.ts'

/** The English catalogue: one file per area, keys prefixed with the area's name. */
export const en = {
  ...appMessages,
  ...consoleMessages,
  ...explorerMessages,
  ...gemMessages,
  ...queryMessages,
  ...settingsMessages,
  ...terminalMessages,
  ...uiMessages,
  ...writesMessages,
} as const
