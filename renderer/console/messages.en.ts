export const consoleMessages = {} as const
