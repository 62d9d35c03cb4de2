import { useNow } from '../../ui/use-now.ts'

/** Seconds since a timestamp, updated while mounted. */
export const useSeconds = (since: number): number => Math.max(0, Math.floor((useNow(500) - since) / 1000))
