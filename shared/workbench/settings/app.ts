import { choice, number, toggle } from './setting.ts'

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

/** What concerns the whole page. */
export const appSettings = {
  startPage: toggle('app.startPage', true),
  theme: choice('app.theme', 'system', THEMES),
  language: choice('app.language', 'system', ['system', 'en', 'zh']),
  fontSize: number('app.fontSize', 13, { min: 11, max: 18, unit: 'px' }),
  monoFontSize: number('app.monoFontSize', 12.5, { min: 10, max: 18, step: 0.5, unit: 'px' }),
} as const
