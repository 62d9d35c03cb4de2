import { mathCatalogue } from '#shared/gem/catalogue/math.ts'
import type { EnvironmentDefinition } from '../environment.ts'
import { defineQuestions, type QuestionSource } from '../question.ts'
import { algebraQuestions } from './algebra-questions.ts'
import { numberQuestions } from './number-questions.ts'
import { mathSource } from './questions.ts'

const sources: readonly QuestionSource[] = [...numberQuestions, ...algebraQuestions]

/** Every `math:` environment. */
export const math: readonly EnvironmentDefinition[] = defineQuestions(mathCatalogue, [
  ...sources,
  mathSource('math:mixed', (random) => random.choice(sources).generate(random)),
])
