import { consoleMessagesZh } from '../console/messages.zh.ts'
import { explorerMessagesZh } from '../explorer/messages.zh.ts'
import { gemMessagesZh } from '../environments/messages.zh.ts'
import { queryMessagesZh } from '../query/messages.zh.ts'
import { settingsMessagesZh } from '../settings/messages.zh.ts'
import { terminalMessagesZh } from '../sandboxes/messages.zh.ts'
import { uiMessagesZh } from '../ui/messages.zh.ts'
import { writesMessagesZh } from '../authoring/messages.zh.ts'
import { appMessagesZh } from '../app/messages.zh.ts'

/** The Chinese catalogue. A key that has no translation yet is shown in English; a test counts them. */
export const zh = {
  ...appMessagesZh,
  ...consoleMessagesZh,
  ...explorerMessagesZh,
  ...gemMessagesZh,
  ...queryMessagesZh,
  ...settingsMessagesZh,
  ...terminalMessagesZh,
  ...uiMessagesZh,
  ...writesMessagesZh,
} as const
