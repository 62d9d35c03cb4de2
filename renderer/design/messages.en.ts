export const designMessages = {
  'design.title': 'Design kit',
  'design.all': 'Tokens and components',
  'design.colours': 'Colours',
  'design.kinds': 'Kinds and domains',
  'design.type': 'Type',
  'design.space': 'Space',
  'design.components': 'Components',
} as const

declare module '../i18n/text.ts' {
  interface Messages extends Record<keyof typeof designMessages, string> {}
}
