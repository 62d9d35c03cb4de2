/** Steps of the 4 px grid. */
export type Step = 0 | 0.5 | 1 | 1.5 | 2 | 2.5 | 3 | 3.5 | 4 | 6 | 8

/** Room around something, in steps of 4 px: on all sides, or above and below, then left and right. */
export type Room = Step | readonly [Step, Step]

/** Some steps as CSS has them; they grow with the text. */
export const length = (steps: Step): string => `${steps / 4}rem`

/** The same as CSS has it. */
export const padding = (room: Room | undefined): string | undefined =>
  room === undefined ? undefined : [room].flat().map(length).join(' ')
