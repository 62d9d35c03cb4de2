import { describe, expect, it } from 'vitest'
import { accepts, settingAreas, settingValue, type Setting } from '#shared/workbench/settings/index.ts'
import { settingsMessages } from '../../../renderer/settings/messages.en.ts'

const all = Object.values(settingAreas).flatMap((area) => Object.values(area) as Setting[])
const messages: Readonly<Record<string, string>> = settingsMessages

describe('every setting', () => {
  it.each(all.map((setting) => [setting.name, setting] as const))(
    '%s has its texts, and takes its own default',
    (name, setting) => {
      expect(messages[`settings.${name}`]).toBeTruthy()
      expect(messages[`settings.${name}.hint`]).toBeTruthy()
      if (setting.control.kind === 'choice') {
        for (const option of setting.control.options)
          expect(messages[`settings.${name}.${option}`], option).toBeTruthy()
      }
      if (setting.control.kind === 'text') expect(messages[`settings.${name}.wrong`]).toBeTruthy()
      expect(accepts(setting, setting.initial)).toBe(true)
    },
  )

  it('has a name of its own, in an area that has a heading', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    for (const area of Object.keys(settingAreas)) expect(messages[`settings.area.${area}`], area).toBeTruthy()
  })
})

describe('a value', () => {
  const { theme, fontSize } = settingAreas.app
  const { plainSecrets, updateFeed } = settingAreas.privacy
  it.each([
    [theme, 'dark', 'dark'],
    [theme, 'pink', 'system'],
    [theme, 7, 'system'],
    [fontSize, 15, 15],
    [fontSize, 400, 13],
    [fontSize, '15', 13],
    [plainSecrets, true, true],
    [plainSecrets, 'yes', false],
    [updateFeed, 'https://example.com/feed.json', 'https://example.com/feed.json'],
    [updateFeed, 'http://example.com/feed.json', ''],
  ] as readonly (readonly [Setting, unknown, unknown])[])(
    'of %o kept as %j is %j',
    (setting, kept, value) => {
      expect(settingValue(setting, { [setting.name]: kept })).toBe(value)
    },
  )
})
