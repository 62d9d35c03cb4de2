import type { PythonRandom } from '#shared/gem/python-random.ts'
import { allWords } from '#shared/gem/words/vocabulary.ts'
import type { Question, QuestionSource } from '../question.ts'
import { ask } from './ask.ts'
import { containment, numberOrder, numeric, positions, wordOrder } from './score.ts'

const words = (random: PythonRandom, least: number, most: number) =>
  random.sample(allWords, random.randint(least, most))

function spellBackward(random: PythonRandom): Question {
  const word = random.choice(allWords)
  const gold = Array.from(word).reverse().join('')
  return ask(`Spell this word backwards: ${word}`, 'Give the letters', gold, (answer) =>
    positions(gold, answer),
  )
}

function letterCounting(random: PythonRandom): Question {
  const phrase = words(random, 5, 15).join(' ')
  const letter = random.choice(Array.from(phrase.replaceAll(' ', '')))
  const gold = String(phrase.split(letter).length - 1)
  return ask(`How often does the letter "${letter}" occur in: ${phrase}`, 'Give the number', gold, (answer) =>
    numeric(gold, answer),
  )
}

function numberSorting(random: PythonRandom): Question {
  const numbers = Array.from({ length: random.randint(3, 10) }, () => random.randint(-10_000, 10_000) / 100)
  const descending = random.choice([false, true])
  const sorted = numbers.toSorted((a, b) => (descending ? b - a : a - b))
  const gold = `[${sorted.map((number) => `'${number}'`).join(', ')}]`
  const question = `Sort these numbers in ${descending ? 'descending' : 'ascending'} order: ${numbers.join(', ')}`
  return ask(question, "Give the list, as in ['1', '2.5', '3'],", gold, (answer) =>
    numberOrder(sorted, answer),
  )
}

function wordSorting(random: PythonRandom): Question {
  const chosen = words(random, 3, 10)
  const descending = random.choice([false, true])
  const sorted = chosen.toSorted()
  if (descending) sorted.reverse()
  const question = `Sort these words in ${descending ? 'descending' : 'ascending'} alphabetical order: ${chosen.join(', ')}`
  return ask(question, 'Give the words, separated by commas,', sorted.join(', '), (answer) =>
    wordOrder(sorted, answer),
  )
}

function caesarCipher(random: PythonRandom): Question {
  const gold = words(random, 3, 10).join(' ').toUpperCase()
  const shift = random.randint(1, 25)
  const secret = gold.replaceAll(/[A-Z]/g, (letter) =>
    String.fromCodePoint(((letter.codePointAt(0)! - 65 + shift) % 26) + 65),
  )
  const question = `Every letter of this text was moved ${shift} places on in the alphabet, from Z on to A. Move them back: ${secret}`
  return ask(question, 'Give the text in capitals', gold, (answer) => containment(gold, answer))
}

export const text: readonly QuestionSource[] = [
  { id: 'rg:spell_backward', generate: spellBackward },
  { id: 'rg:letter_counting', generate: letterCounting },
  { id: 'rg:number_sorting', generate: numberSorting },
  { id: 'rg:word_sorting', generate: wordSorting },
  { id: 'rg:caesar_cipher', generate: caesarCipher },
]
