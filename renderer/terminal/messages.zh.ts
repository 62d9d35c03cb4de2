import type { terminalMessages } from './messages.en.ts'

export const terminalMessagesZh: Partial<Record<keyof typeof terminalMessages, string>> = {}
