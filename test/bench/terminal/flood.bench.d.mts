import type { Browser } from '@playwright/test'
import type { Row } from '../row.ts'

export function bench(): Promise<Row[]>
export function ours(
  browser: Browser,
  address: string,
  bytes?: number,
): Promise<{ seconds: number; task: number; heap: number; keys: number[]; idle: number[] }>
