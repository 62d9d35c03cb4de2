import { reasoningCatalogue } from '#shared/gem/catalogue/reasoning.ts'
import type { EnvironmentDefinition } from '../environment.ts'
import { defineQuestions, type QuestionSource } from '../question.ts'
import { arithmetic } from './arithmetic.ts'
import { integers } from './integers.ts'
import { matrices } from './matrices.ts'
import { puzzles } from './puzzles.ts'
import { text } from './text.ts'

const sources: readonly QuestionSource[] = [...arithmetic, ...integers, ...text, ...matrices, ...puzzles]

/** A question of any other kind. */
const composite: QuestionSource = {
  id: 'rg:composite',
  generate: (random) => random.choice(sources).generate(random),
}

/** Every `rg:` environment (docs/gem.md#reasoning). */
export const reasoning: readonly EnvironmentDefinition[] = defineQuestions(reasoningCatalogue, [
  ...sources,
  composite,
])
