import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CARDS } from '../../../renderer/start/cards.ts'

const pictures = new URL('../../../renderer/start/pictures/', import.meta.url)

it.each(['light', 'dark', 'contrast'])('every card has its own picture in the theme %s', (theme) => {
  for (const card of [...CARDS, 'story'])
    for (const language of ['', '-zh'])
      expect(existsSync(new URL(`${card}-${theme}${language}.webp`, pictures)), card).toBe(true)
})
