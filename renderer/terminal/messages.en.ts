export const terminalMessages = {} as const
