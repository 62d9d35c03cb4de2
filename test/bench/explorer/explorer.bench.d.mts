import type { Browser } from '@playwright/test'
import type { Row } from '../row.ts'

export function bench(): Promise<Row[]>
export function model(browser: Browser, size: number, milliseconds?: number): Promise<Row[]>
