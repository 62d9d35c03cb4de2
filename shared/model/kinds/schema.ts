import type { Kind } from './names.ts'

/**
 * Schema of a value. A small language of our own, so that one definition serves validation with exact paths,
 * completion, and the documentation of kinds.
 */
export type Rule =
  | {
      readonly type: 'text'
      readonly pattern?: string
      readonly max?: number
      readonly choices?: readonly string[]
      /** Values other than the choices are accepted with a warning; these are aliases of a choice. */
      readonly others?: { readonly [text: string]: string }
      readonly about?: string
    }
  | { readonly type: 'number' | 'boolean' | 'any' | 'map'; readonly about?: string }
  /** A text, or one per language. */
  | { readonly type: 'words'; readonly about?: string }
  | { readonly type: 'list'; readonly items: Rule; readonly least?: number; readonly about?: string }
  | { readonly type: 'object'; readonly members: Members; readonly about?: string }
  | { readonly type: 'either'; readonly rules: readonly Rule[]; readonly about?: string }

export interface Member {
  readonly rule: Rule
  readonly required?: boolean
}

export interface Members {
  readonly [name: string]: Member
}

/** An element kind: its purpose and the schema of its `spec`. */
export interface KindSchema {
  readonly kind: Kind
  readonly title: string
  readonly about: string
  readonly spec: Members
}

export const text = (about?: string): Rule => ({ type: 'text', about })
export const number = (about?: string): Rule => ({ type: 'number', about })
export const flag = (about?: string): Rule => ({ type: 'boolean', about })
export const anything = (about?: string): Rule => ({ type: 'any', about })
export const map = (about?: string): Rule => ({ type: 'map', about })
export const inWords = (about?: string): Rule => ({ type: 'words', about })
export const choice = (choices: readonly string[], about?: string): Rule => ({
  type: 'text',
  choices,
  about,
})
export const listOf = (items: Rule, about?: string, least?: number): Rule => ({
  type: 'list',
  items,
  about,
  least,
})
export const object = (members: Members, about?: string): Rule => ({
  type: 'object',
  members,
  about,
})
export const optional = (rule: Rule): Member => ({ rule })
export const required = (rule: Rule): Member => ({ rule, required: true })
