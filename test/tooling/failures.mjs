/** Summarises failures and retried tests for the end of a long log. */

/** Maximum lines shown of a message. */
const LINES = 14

/** Colours and other terminal sequences. */
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;]*m/g

/** @param {string} message */
function beginning(message) {
  const lines = message.replaceAll(COLOURS, '').trim().split('\n')
  return lines.slice(0, LINES).map((line) => `    ${line}`)
}

/**
 * Failed tests of a vitest JSON report.
 * @param {{ testResults?: { name: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report
 * @returns {string[]} lines
 */
export function failuresOfVitest(report) {
  return (report.testResults ?? []).flatMap(({ name, message = '', assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    // A file that could not be loaded has no tests to fail.
    if (assertionResults.length === 0 && message !== '') return [`failed: ${name}`, ...beginning(message)]
    return failed.flatMap(({ fullName, failureMessages = [] }) => [
      `failed: ${name} › ${fullName}`,
      ...failureMessages.flatMap(beginning),
    ])
  })
}

/**
 * Failed and flaky tests of a Playwright JSON report.
 * @param {{ suites?: unknown[] }} report
 * @returns {string[]} lines
 */
export function failuresOfPlaywright(report) {
  return (report.suites ?? []).flatMap((suite) => failuresOfSuite(suite))
}

/** @param {any} suite a suite of the report's tree */
function failuresOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .flatMap(({ status, results }) => [
        `${status === 'flaky' ? 'only at a later attempt' : 'failed'}: ${file}:${line} › ${title}`,
        ...results.flatMap(({ errors = [] }, attempt) =>
          errors.flatMap(({ message = '', location }) => [
            `  attempt ${attempt + 1}${location ? `, line ${location.line}` : ''}`,
            ...beginning(message),
          ]),
        ),
      ]),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/**
 * Reasons of skipped tests in a Playwright JSON report.
 * @param {{ suites?: unknown[] }} report
 * @returns {Record<string, number>} counts by reason
 */
export function skippedOfPlaywright(report) {
  return addSkipped({}, ...(report.suites ?? []).flatMap(reasonsOfSuite))
}

/** @param {any} suite a suite of the report's tree */
function reasonsOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ expectedStatus, annotations = [] }) => ({
        [expectedStatus === 'skipped'
          ? (annotations.find(({ type, description }) => type === 'skip' && description)?.description ??
            `no reason given (${file})`)
          : `not run, since a test before it failed (${file})`]: 1,
      })),
  )
  return [...own, ...suites.flatMap(reasonsOfSuite)]
}

/**
 * Adds up counts by reason.
 * @param {Record<string, number>} sum modified and returned
 * @param {...Record<string, number>} more
 */
export function addSkipped(sum, ...more) {
  for (const counts of more)
    for (const [reason, count] of Object.entries(counts)) sum[reason] = (sum[reason] ?? 0) + count
  return sum
}

/**
 * Reasons of skipped tests, most frequent first.
 * @param {Record<string, number>} skipped
 * @returns {string[]} lines
 */
export function linesOfSkipped(skipped) {
  const rows = Object.entries(skipped).toSorted(([, one], [, other]) => other - one)
  return rows.map(([reason, count]) => `skipped: ${String(count).padStart(4)}  ${reason}`)
}
