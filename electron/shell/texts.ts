import { en, type ShellTexts } from './messages.en.ts'
import { zh } from './messages.zh.ts'

export type { ShellTexts }

const LANGUAGES: Readonly<Record<string, ShellTexts>> = { en, zh }

/** The shell's texts in a language; in English when it has none for it. */
export const shellTexts = (language: string): ShellTexts => LANGUAGES[language] ?? en
