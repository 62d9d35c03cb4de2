import type { gemMessages } from './messages.en.ts'

export const gemMessagesZh: Partial<Record<keyof typeof gemMessages, string>> = {}
