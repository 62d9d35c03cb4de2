/** Steps of the 4 px grid. */
export type Step = 0 | 0.5 | 1 | 1.5 | 2 | 2.5 | 3 | 3.5 | 4 | 6 | 8

/** Padding in steps of 4 px: all sides, or [vertical, horizontal]. */
export type Room = Step | readonly [Step, Step]

/** Converts steps to a CSS length; scales with the text size. */
export const length = (steps: Step): string => `${steps / 4}rem`

/** Converts padding to CSS. */
export const padding = (room: Room | undefined): string | undefined =>
  room === undefined ? undefined : [room].flat().map(length).join(' ')
