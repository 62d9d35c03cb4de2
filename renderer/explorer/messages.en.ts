export const explorerMessages = {} as const
