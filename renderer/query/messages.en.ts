export const queryMessages = {} as const
