import { en, type ShellTexts } from './messages.en.ts'
import { zh } from './messages.zh.ts'

export type { ShellTexts }

const LANGUAGES: Readonly<Record<string, ShellTexts>> = { en, zh }

/** Returns the shell's texts in a language, falling back to English. */
export const shellTexts = (language: string): ShellTexts => LANGUAGES[language] ?? en
