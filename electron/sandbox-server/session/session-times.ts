/** Milliseconds that each signal gets to bring the shell back. */
export const GRACE_MS = 700
/**
 * Signals sent to the foreground job after a timeout, in order; repeated once, since a loop may start another
 * program.
 */
export const ESCALATION = ['INT', 'TERM', 'KILL', 'INT', 'KILL'] as const
/**
 * A shell that has not begun a command after this many polls never will; polls are counted rather than time, since this process may be
 * suspended.
 */
export const MAX_BEGIN_POLLS = 30
export const BEGIN_POLL_MS = 500
/** Polling interval while a signal waits for its command to begin. */
export const BEGUN_POLL_MS = 3
/** The end mark is written before the report. If it is missing after this long, it is requested again, at increasing intervals. */
export const MARK_MS = 1_000
export const MAX_MARK_MS = 30_000
