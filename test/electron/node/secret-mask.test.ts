import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SecretMask } from '../../../electron/node/secret-mask.ts'

it.each([
  ['in a text', 'abc-$&-123', 'key=abc-$&-123;', 'key=${secret:k};'],
  ['more than once', 'secret', 'secret secret', '${secret:k} ${secret:k}'],
  ['not when it is as short as a word', 'admin', 'admin', 'admin'],
])('hides a value %s', (_, value, text, hidden) => {
  const mask = new SecretMask()
  mask.note('k', value)
  expect(mask.text(text)).toBe(hidden)
  expect(mask.json({ text })).toEqual({ text: hidden })
})

it.each([
  ['open sesame then sesame', '${secret:whole} then ${secret:part}'],
  ['a secret: sesame', 'a ${secret:word}: ${secret:part}'],
])('hides one value that is part of another, or of a placeholder: %s', (text, hidden) => {
  const mask = new SecretMask()
  mask.note('part', 'sesame')
  mask.note('whole', 'open sesame')
  mask.note('word', 'secret')
  expect(mask.text(text)).toBe(hidden)
})

it('leaves numbers alone that have a secret’s digits', () => {
  const mask = new SecretMask()
  mask.note('pin', '123456')
  expect(mask.json({ id: 1_234_567, pin: '123456' })).toEqual({ id: 1_234_567, pin: '${secret:pin}' })
})

it('hides any value anywhere in JSON, and leaves a value without it as it is', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 6 }), fc.jsonValue(), (secret, around) => {
      const mask = new SecretMask()
      mask.note('name', secret)
      const hidden = JSON.stringify(mask.json([around, { deep: `Bearer ${secret}!` }]))
      expect(hidden).toContain(JSON.stringify(mask.text(`Bearer ${secret}!`)))
      const clean = { nothing: 'to see' }
      if (!JSON.stringify(clean).includes(secret)) expect(mask.json(clean)).toBe(clean)
    }),
  )
})
