import { type QuestionFacts, questionEntries } from './questions.ts'

const EXACT = 'Graded exactly: every equivalent form counts (1/2, 0.5, \\frac{2}{4}), a rounded one does not.'

function topic(
  name: string,
  title: string,
  summary: string,
  example: string,
  answer = 'an exact value',
): QuestionFacts {
  return { id: `math:${name}`, title, summary, parameters: {}, answer, example, notes: [EXACT] }
}

/** The `math:` family: generated questions, from arithmetic to algebra. */
export const mathCatalogue = questionEntries('math', [
  topic('whole-numbers', 'Whole numbers', 'Sums and products with the order of operations.', '47'),
  topic('fractions', 'Fractions', 'Two fractions added, subtracted, multiplied or divided.', '\\frac{5}{6}'),
  topic('percentages', 'Percentages', 'Part, whole or rate.', '12.5'),
  topic('powers', 'Powers', 'Powers with positive and negative exponents.', '1/8'),
  topic('roots', 'Roots', 'Square roots simplified or rationalized.', '3\\sqrt{2}'),
  topic('remainders', 'Remainders', 'The rest of a large power.', '4'),
  topic('counting', 'Counting and chance', 'Choices and probabilities.', '\\frac{3}{10}'),
  topic('linear-equations', 'Linear equations', 'One unknown on both sides.', 'x = 3/4'),
  topic(
    'quadratic-equations',
    'Quadratic equations',
    'All real solutions, rational or with roots.',
    '1 \\pm \\sqrt{2}',
    'all solutions in any order, separated by commas',
  ),
  topic('systems', 'Systems of equations', 'Two unknowns.', 'x = 2, y = -1', 'the values of x and y'),
  topic('expansions', 'Expansions', 'A product of two binomials.', 'x^2 - 1', 'a polynomial in any form'),
  topic('evaluations', 'Evaluations', 'The value of a polynomial.', '-7'),
  topic('derivatives', 'Derivatives', 'Of a cubic polynomial.', '3x^2 + 2', 'a polynomial in any form'),
  topic('progressions', 'Progressions', 'Sums of arithmetic and geometric sequences.', '155'),
  topic('distances', 'Distances', 'Between two points of the plane.', '\\sqrt{13}'),
  topic('mixed', 'Mixed mathematics', 'A question of any of the other topics.', '42', 'as the question says'),
])
