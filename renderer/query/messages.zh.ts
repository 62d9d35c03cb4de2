import type { queryMessages } from './messages.en.ts'

export const queryMessagesZh: Partial<Record<keyof typeof queryMessages, string>> = {}
