/** How many tests were skipped, by reason. */
type Skipped = Record<string, number>

export function skippedOfPlaywright(report: { suites?: unknown[] }): Skipped
/** Adds counts by reason to others. */
export function addSkipped(sum: Skipped, ...more: Skipped[]): Skipped
/** Why tests were skipped, the most first. */
export function linesOfSkipped(skipped: Skipped): string[]
