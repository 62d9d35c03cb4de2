import { choice, number } from './setting.ts'

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

/** What concerns the whole page. */
export const appSettings = {
  theme: choice('app.theme', 'system', THEMES),
  language: choice('app.language', 'en', ['en', 'zh']),
  fontSize: number('app.fontSize', 13, { min: 11, max: 18, unit: 'px' }),
  monoFontSize: number('app.monoFontSize', 12.5, { min: 10, max: 18, step: 0.5, unit: 'px' }),
} as const
