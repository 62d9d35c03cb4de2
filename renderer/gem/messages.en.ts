export const gemMessages = {} as const
