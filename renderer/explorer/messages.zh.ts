import type { explorerMessages } from './messages.en.ts'

export const explorerMessagesZh: Partial<Record<keyof typeof explorerMessages, string>> = {}
